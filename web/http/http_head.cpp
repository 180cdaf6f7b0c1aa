#include "web/http/http_head.h"

#include <fmt/format.h>

namespace cellar {

namespace {

const char* reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 410:
      return "Gone";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 423:
      return "Locked";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "";
  }
}

/// The page runs what this server has sent, shows no other page and is shown in none.
constexpr std::string_view kSecurityHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

}  // namespace

HttpResponse fault_response(unsigned status) {
  return plain_response(status, fmt::format("{} {}", status, reason_of(status)));
}

std::string head_of(const HttpResponse& response, std::size_t size, bool keeps_alive) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nContent-Length: {}\r\nContent-Type: {}\r\n",
                                 response.status, reason_of(response.status), size, response.type);
  head += kSecurityHeaders;
  // A file is asked for again each time, and sent again if it has changed.
  head += response.tag.empty() ? "Cache-Control: no-store\r\n"
                               : fmt::format("Cache-Control: no-cache\r\nETag: {}\r\n", response.tag);
  if (response.is_gzip) head += "Content-Encoding: gzip\r\n";
  if (!response.tag.empty()) head += "Vary: Accept-Encoding\r\n";
  if (!keeps_alive) head += "Connection: close\r\n";
  return head + "\r\n";
}

}  // namespace cellar
