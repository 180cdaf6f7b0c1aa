// Requests of browsers and their responses, as data.
//
// In:      what a browser has sent, with the fields alone that somebody looks at.
// Out:     what it is sent.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

struct HttpRequest {
  std::string method, target;
  std::string from;  // the address of who asks; empty for a loopback one
  std::string host, origin, content_type,
      known_tag;    // Host, Origin, Content-Type, If-None-Match; empty: not sent
  std::string key;  // Teacher-Key
  bool takes_gzip = false;
  std::string body;
};

struct HttpResponse {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body{};
  std::string_view file{};  // in the place of the body; lasts as long as the program
  std::string_view tag{};   // ETag of a file
  bool is_gzip = false;
};

}  // namespace cellar
