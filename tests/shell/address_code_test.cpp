// The code of an address: what is drawn is read back, module for module.
#include "program/subcommands/address_code.h"

#include <catch2/catch.hpp>
#include <qrcodegen/qrcodegen.hpp>
#include <vector>

using namespace cellar;

namespace {

/// The rows of modules that a terminal shows; true is black.
std::vector<std::vector<bool>> modules_of(const std::string& drawn) {
  const std::string begin = "\x1b[38;5;16;48;5;231m", end = "\x1b[0m\n";
  std::vector<std::vector<bool>> rows;
  for (std::size_t at = 0; at < drawn.size(); at += end.size()) {
    REQUIRE(drawn.compare(at, begin.size(), begin) == 0);
    at += begin.size();
    std::vector<bool> upper, lower;
    for (; drawn.compare(at, end.size(), end) != 0; at += drawn[at] == ' ' ? 1 : 3) {
      const std::string block = drawn.substr(at, drawn[at] == ' ' ? 1 : 3);
      REQUIRE((block == " " || block == "█" || block == "▀" || block == "▄"));
      upper.push_back(block == "█" || block == "▀");
      lower.push_back(block == "█" || block == "▄");
    }
    rows.push_back(std::move(upper));
    rows.push_back(std::move(lower));
  }
  return rows;
}

}  // namespace

TEST_CASE("an address is drawn as its code, in a white margin of four modules") {
  for (const char* const address :
       {"http://192.168.1.5:8048/", "https://room7.school.example:8048/", "http://[2001:db8::1]:65535/"}) {
    INFO(address);
    const auto code = qrcodegen::QrCode::encodeText(address, qrcodegen::QrCode::Ecc::MEDIUM);
    const auto rows = modules_of(address_code(address, 80));
    const int size = code.getSize();
    REQUIRE(rows.size() == static_cast<std::size_t>(size + 9));  // two in a line
    bool is_same = true;
    for (int y = 0; y < static_cast<int>(rows.size()); ++y) {
      const std::vector<bool>& row = rows[static_cast<std::size_t>(y)];
      REQUIRE(row.size() == static_cast<std::size_t>(size + 8));
      for (int x = 0; x < size + 8; ++x)
        is_same &= row[static_cast<std::size_t>(x)] == code.getModule(x - 4, y - 4);
    }
    CHECK(is_same);
  }
}

TEST_CASE("a code that is wider than the terminal is not drawn") {
  const std::string address = "http://192.168.1.5:8048/";
  const auto size = static_cast<std::size_t>(
      qrcodegen::QrCode::encodeText(address.c_str(), qrcodegen::QrCode::Ecc::MEDIUM).getSize());
  CHECK_FALSE(address_code(address, size + 8).empty());
  CHECK(address_code(address, size + 7).empty());
  CHECK(address_code(address, 0).empty());
}
