#include "shell/console/configuration/configuration_files.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <string>

#include "run_program.h"

using namespace cellar;

namespace {

/// Sets a variable of the environment, and sets it back.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

struct Home {
  ScratchFolder folder;
  ScopedVariable home{"HOME", folder.path};
  ScopedVariable configuration{"XDG_CONFIG_HOME", ""};
};

}  // namespace

TEST_CASE("at the prompt cqlshrc is read, and then Cellar's own file, which wins") {
  const Home home;
  CHECK_FALSE(read_configuration(true, {}).value("ui", "color"));
  home.folder.write(".cqlshrc", "[ui]\ncolor = old\n");
  CHECK(read_configuration(true, {}).value("ui", "color") == "old");
  home.folder.write(".cassandra/cqlshrc", "[ui]\ncolor = new\nencoding = utf8\n");
  CHECK(read_configuration(true, {}).value("ui", "color") == "new");
  home.folder.write(".config/cellar/config", "[ui]\ncolor = own\n");
  const Configuration configuration = read_configuration(true, {});
  CHECK(configuration.value("ui", "color") == "own");
  CHECK(configuration.value("ui", "encoding") == "utf8");
  const ScopedVariable elsewhere("XDG_CONFIG_HOME", home.folder.path / "elsewhere");
  home.folder.write("elsewhere/cellar/config", "[ui]\ncolor = elsewhere\n");
  CHECK(read_configuration(true, {}).value("ui", "color") == "elsewhere");
}

TEST_CASE("a script reads the file that is named, and no other") {
  const Home home;
  home.folder.write(".cassandra/cqlshrc", "[ui]\ncolor = on\nencoding = utf8\n");
  home.folder.write(".config/cellar/config", "[ui]\ncolor = own\n");
  home.folder.write("mine", "[ui]\ncolor = named\n");
  CHECK_FALSE(read_configuration(false, {}).value("ui", "color"));
  const Configuration named = read_configuration(false, "~/mine");
  CHECK(named.value("ui", "color") == "named");
  CHECK_FALSE(named.value("ui", "encoding"));
  CHECK(read_configuration(true, "~/mine").value("ui", "color") == "named");
}

TEST_CASE("a file that is named and not there, or no file, is a fault") {
  const Home home;
  REQUIRE(read_configuration(false, "~/absent").faults().size() == 1);
  CHECK(read_configuration(false, home.folder.path).faults()[0].diagnostic.id == "configuration_unreadable");
  home.folder.write("huge", std::string(2 << 20, '\n'));
  CHECK(read_configuration(false, "~/huge").faults().size() == 1);
}
