#include "client/server_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "refusal/refusal.h"
#include "types/inet.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool read_port(std::string_view text, std::uint16_t& port) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && stop == text.data() + text.size() && port != 0;
}

/// Returns the place behind the colon before the port; npos if there is no port. An IPv6 address has colons of its own, so
/// its port is recognized only behind brackets.
std::size_t place_of_port(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos || text.find('/') != text.npos) return text.npos;
  const bool in_brackets = text.starts_with('[') && text[colon - 1] == ']';
  return in_brackets || text.find(':') == colon ? colon + 1 : text.npos;
}

[[noreturn]] void refuse_address(std::string_view text) {
  refuse("address_of_node", {}, {{"text", quote_text(std::string(text))}});
}

ServerAddress read_address(std::string_view text, std::uint16_t port) {
  ServerAddress address{.host = {}, .port = port};
  std::string_view host = text;
  if (const std::size_t place = place_of_port(text); place != text.npos) {
    if (!read_port(text.substr(place), address.port)) refuse_address(text);
    host = text.substr(0, place - 1);
  }
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  address.host = host;
  const bool is_number_with_colons = !address.is_path() && host.find(':') != host.npos;
  if (host.empty() || host.find_first_of(" \t\r\n") != host.npos ||
      (is_number_with_colons && !parse_host(address.host)))
    refuse_address(text);
  return address;
}

/// Calls `take(part)` for each of the parts between commas.
template <typename Take>
void each_part(std::string_view text, Take take) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    take(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

std::string ServerAddress::text() const {
  if (is_path()) return host;
  return host.find(':') == host.npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

std::vector<ServerAddress> read_addresses(std::string_view text, std::uint16_t port) {
  std::vector<ServerAddress> addresses;
  each_part(text, [&](std::string_view part) { addresses.push_back(read_address(part, port)); });
  return addresses;
}

AddressTranslation read_translation(std::string_view text) {
  AddressTranslation translation;
  each_part(text, [&](std::string_view part) {
    const std::size_t sign = part.find('=');
    const auto told = sign == part.npos ? std::nullopt : parse_inet(part.substr(0, sign));
    if (!told) refuse("translation_of_address", {}, {{"text", std::string(part)}});
    constexpr std::uint16_t kAsTold = 0;
    translation.insert_or_assign(inet_text(*told), read_address(part.substr(sign + 1), kAsTold));
  });
  return translation;
}

ServerAddress translated(const AddressTranslation& translation, const ServerAddress& told) {
  const auto found = translation.find(told.host);
  if (found == translation.end()) return told;
  ServerAddress reached = found->second;
  if (reached.port == 0) reached.port = told.port;
  return reached;
}

}  // namespace cellar
