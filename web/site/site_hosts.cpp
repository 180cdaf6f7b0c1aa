#include "web/site/site_hosts.h"

#include <algorithm>

#include "types/inet.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns whether the name of a host, without its port, is an address in numbers.
bool is_in_numbers(std::string_view name) {
  const bool is_bracketed = name.starts_with('[') && name.ends_with(']');
  const bool is_version4 = name.find_first_not_of("0123456789.") == name.npos;
  return (is_bracketed || is_version4) && parse_inet(name).has_value();
}

}  // namespace

std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.find(':', host.starts_with('[') ? std::min(host.find(']'), host.size()) : 0);
  if (colon == host.npos || host.find_first_not_of("0123456789", colon + 1) != host.npos) return host;
  return host.substr(0, colon);
}

bool SiteHosts::contains(std::string_view host) const {
  const std::string lower = to_lower(host);
  const std::string_view name = without_port(lower);
  return std::ranges::find(whole, lower) != whole.end() || std::ranges::find(names, name) != names.end() ||
         (takes_numbers && is_in_numbers(name));
}

}  // namespace cellar
