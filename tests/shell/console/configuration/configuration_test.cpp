#include "shell/console/configuration/configuration.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "refusal/messages.h"

using namespace cellar;

namespace {

Configuration configured(std::string_view text) {
  Configuration configuration;
  configuration.add(text, "cqlshrc");
  return configuration;
}

std::vector<std::size_t> faulty_lines(const Configuration& configuration) {
  std::vector<std::size_t> lines;
  for (const ConfigurationFault& fault : configuration.faults()) lines.push_back(fault.line);
  return lines;
}

}  // namespace

TEST_CASE("a configuration is read as Python's configparser reads it") {
  const Configuration configuration = configured(
      "\xEF\xBB\xBF; a comment\n"
      "[ui]\n"
      "time_format = %d.%m.%Y %%\r\n"
      "timezone: Europe/Vienna\n"
      "Encoding=latin1 ; no comment\n"
      "empty =\n"
      "two words = a=b:c\n"
      "[copy-to:shop.Orders] junk\n"
      "delimiter = |\n");
  CHECK(configuration.value("ui", "time_format") == "%d.%m.%Y %%");
  CHECK(configuration.value("ui", "timezone") == "Europe/Vienna");
  CHECK(configuration.value("ui", "encoding") == "latin1 ; no comment");
  CHECK(configuration.value("ui", "empty") == "");
  CHECK(configuration.value("ui", "two words") == "a=b:c");
  CHECK(configuration.value("copy-to:shop.Orders", "delimiter") == "|");
  CHECK_FALSE(configuration.value("UI", "timezone"));
  CHECK_FALSE(configuration.value("ui", "delimiter"));
  CHECK(configuration.faults().empty());
  CHECK(configuration.find("ui", "timezone")->line == 4);
}

TEST_CASE("an indented line continues a value") {
  const Configuration configuration = configured(
      "[a]\n"
      "  x = 1\n"
      " y = 2\n"
      "# a comment between\n"
      "   two\n"
      "\n"
      "   three\n"
      "\n"
      "z = 3\n");
  CHECK(configuration.value("a", "x") == "1");
  CHECK(configuration.value("a", "y") == "2\ntwo\n\nthree");
  CHECK(configuration.value("a", "z") == "3");
  CHECK(configuration.faults().empty());
}

TEST_CASE("a broken line of a configuration is a fault with its place, and the others count") {
  const Configuration configuration = configured(
      "orphan = 1\n"
      "[a]\n"
      "nothing\n"
      "  = 2\n"
      "[b\n"
      "[]\n"
      "x = 1\n");
  CHECK(faulty_lines(configuration) == std::vector<std::size_t>{1, 3, 4, 5, 6});
  CHECK(configuration.faults()[0].diagnostic.id == "configuration_section");
  CHECK(configuration.faults()[1].text == "nothing");
  CHECK(configuration.faults()[1].file == "cqlshrc");
  CHECK(configuration.value("a", "x") == "1");
}

TEST_CASE("later files win, and the keys of DEFAULT hold where a section has none") {
  Configuration configuration = configured("[DEFAULT]\ncolor = on\n[ui]\nencoding = a\ntimezone = UTC\n");
  configuration.add("[ui]\nencoding = b\n", "config");
  CHECK(configuration.value("ui", "encoding") == "b");
  CHECK(configuration.find("ui", "encoding")->file == "config");
  CHECK(configuration.value("ui", "timezone") == "UTC");
  CHECK(configuration.value("copy", "color") == "on");
  REQUIRE(configuration.section("ui") != nullptr);
  CHECK(configuration.section("ui")->size() == 2);
  CHECK(configuration.section("copy") == nullptr);
}

TEST_CASE("a value of the wrong kind is a fault with its place") {
  Configuration configuration = configured(
      "[ui]\ncolor = Yes\ntty = maybe\nfloat_precision = 7\ndouble_precision = -1\n"
      "[tracing]\nmax_trace_wait = 1.5\nother = x\n");
  CHECK(configuration.switch_of("ui", "color") == true);
  CHECK(configuration.number_of("ui", "float_precision") == 7U);
  CHECK(configuration.decimal_of("tracing", "max_trace_wait") == 1.5);
  CHECK_FALSE(configuration.switch_of("ui", "absent"));
  CHECK(configuration.faults().empty());
  CHECK_FALSE(configuration.switch_of("ui", "tty"));
  CHECK_FALSE(configuration.number_of("ui", "double_precision"));
  CHECK_FALSE(configuration.decimal_of("tracing", "other"));
  CHECK(faulty_lines(configuration) == std::vector<std::size_t>{3, 5, 8});
  CHECK(title_of(configuration.faults()[0].diagnostic) == "tty takes on or off, and not maybe");
}

TEST_CASE("faults are told in the order of files and lines, whoever has found them") {
  Configuration configuration;
  configuration.add("[ui]\nfloat_precision = x\nbroken\ncolor = perhaps\nbroken, too\n", "first");
  configuration.add("broken\n", "a second");
  configuration.switch_of("ui", "color");
  configuration.number_of("ui", "float_precision");
  std::string places;
  for (const ConfigurationFault& fault : configuration.faults())
    places += fault.file + ":" + std::to_string(fault.line) + " ";
  CHECK(places == "first:2 first:3 first:4 first:5 a second:1 ");
}
