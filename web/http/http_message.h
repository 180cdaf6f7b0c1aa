// Requests of browsers and their responses, as data.
//
// In:      what a browser has sent, with the fields alone that somebody looks at.
// Out:     what it is sent.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace cellar {

struct HttpRequest {
  std::string method, target;
  /// The address of who asks, or what a proxy on this machine says that it is (X-Forwarded-For); empty for a loopback
  /// one.
  std::string from;
  // Host, Origin, Sec-Fetch-Site, Content-Type, If-None-Match, Code-Word, Teacher-Key; empty: not sent.
  std::string host, origin, asking_site, content_type, known_tag, code_word, key;
  bool takes_gzip = false;
  std::size_t length = 0;  // of the body
  std::string body;
};

struct HttpResponse {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body{};
  std::string_view file{};  // in the place of the body; lasts as long as the program
  std::string_view tag{};   // ETag of a file
  bool is_gzip = false;
  std::chrono::milliseconds delay{0};  // until it is sent
};

/// Says in words why there is nothing else.
inline HttpResponse plain_response(unsigned status, std::string text) {
  return {.status = status, .body = std::move(text) + "\n"};
}

}  // namespace cellar
