#include "program/subcommands/address_code.h"

#include <qrcodegen/qrcodegen.hpp>

namespace cellar {

namespace {

constexpr int kMargin = 4;  // modules, on each side
/// Colours of the cube of 256, which no theme of a terminal changes.
constexpr const char* kBlackOnWhite = "\x1b[38;5;16;48;5;231m";
constexpr const char* kUsualColours = "\x1b[0m";

/// Two modules, one above the other. Those outside of the code are white.
const char* half_blocks(bool is_upper_black, bool is_lower_black) {
  if (is_upper_black) return is_lower_black ? "█" : "▀";
  return is_lower_black ? "▄" : " ";
}

}  // namespace

std::string address_code(const std::string& address, std::size_t columns) {
  const auto code = qrcodegen::QrCode::encodeText(address.c_str(), qrcodegen::QrCode::Ecc::MEDIUM);
  const int end = code.getSize() + kMargin;
  if (static_cast<std::size_t>(end + kMargin) > columns) return "";
  std::string text;
  for (int y = -kMargin; y < end; y += 2) {
    text += kBlackOnWhite;
    for (int x = -kMargin; x < end; ++x) text += half_blocks(code.getModule(x, y), code.getModule(x, y + 1));
    text += kUsualColours;
    text += '\n';
  }
  return text;
}

}  // namespace cellar
