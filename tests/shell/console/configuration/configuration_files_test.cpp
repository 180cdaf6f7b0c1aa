#include "shell/console/configuration/configuration_files.h"

#include <catch2/catch.hpp>
#include <string>

#include "run_program.h"

using namespace cellar;

namespace {

struct Person {
  ScratchFolder folder;
  PersonalFolders folders{.home = folder.path, .configuration = folder.path / ".config"};
};

}  // namespace

TEST_CASE("at the prompt cqlshrc is read, and then Cellar's own file, which wins") {
  Person home;
  CHECK_FALSE(read_configuration(home.folders, {}).value("ui", "color"));
  home.folder.write(".cqlshrc", "[ui]\ncolor = old\n");
  CHECK(read_configuration(home.folders, {}).value("ui", "color") == "old");
  home.folder.write(".cassandra/cqlshrc", "[ui]\ncolor = new\nencoding = utf8\n");
  CHECK(read_configuration(home.folders, {}).value("ui", "color") == "new");
  home.folder.write(".config/cellar/config", "[ui]\ncolor = own\n");
  const Configuration configuration = read_configuration(home.folders, {});
  CHECK(configuration.value("ui", "color") == "own");
  CHECK(configuration.value("ui", "encoding") == "utf8");
  home.folders.configuration = home.folder.path / "elsewhere";
  home.folder.write("elsewhere/cellar/config", "[ui]\ncolor = elsewhere\n");
  CHECK(read_configuration(home.folders, {}).value("ui", "color") == "elsewhere");
}

TEST_CASE("a script reads the file that is named, and no other") {
  Person home;
  home.folder.write(".cassandra/cqlshrc", "[ui]\ncolor = on\nencoding = utf8\n");
  home.folder.write(".config/cellar/config", "[ui]\ncolor = own\n");
  home.folder.write("mine", "[ui]\ncolor = named\n");
  CHECK_FALSE(read_configuration({}, {}).value("ui", "color"));
  const Configuration named = read_configuration({}, home.folder.path / "mine");
  CHECK(named.value("ui", "color") == "named");
  CHECK_FALSE(named.value("ui", "encoding"));
  CHECK(read_configuration(home.folders, home.folder.path / "mine").value("ui", "color") == "named");
}

TEST_CASE("a file that is named and not there, or no file, is a fault") {
  Person home;
  REQUIRE(read_configuration({}, home.folder.path / "absent").faults().size() == 1);
  CHECK(read_configuration({}, home.folder.path).faults()[0].diagnostic.id == "configuration_unreadable");
  home.folder.write("huge", std::string(2 << 20, '\n'));
  CHECK(read_configuration({}, home.folder.path / "huge").faults().size() == 1);
}
