// What the address of a class answers: the files of the page, and messages.
//
// In:      requests. A message is a POST whose body is an object of JSON.
// Out:     GET / and the other files of page_files(). POST, each as JSON:
//            /start     {}                        what this is: version, database, bounds, the keyspace in use
//            /answer    {"statement","language"?, the Answer (docs/schema/answer.schema.json); its texts for people have
//                        "columns"?}          so many columns
//            /complete  {"text","cursor"}         what may come next; `cursor` is a byte of the text
//            /split     {"text"}                  the statements of a text, with their places
// Refused: other targets (404) and methods (405); a Host that is not this server's (421), so that no name of a foreign
//          site leads here; the Origin of another site (403); bodies that are no such object (400, 415); messages beyond
//          what may wait (429). No target and no message names a file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/http/http_thread.h"
#include "web/notebook/notebook.h"

namespace cellar {

struct SiteFacts {
  std::string version;
  std::string database;  // as it was named; empty: a temporary one
  Language language = Language::english;
};

class Site final : public HttpService {
 public:
  /// The notebook answers whoever comes.
  Site(SiteFacts facts, std::shared_ptr<Notebook> notebook)
      : facts_(std::move(facts)), notebook_(std::move(notebook)) {}

  /// Before the first request: how browsers may call this server ("127.0.0.1:8048").
  void set_hosts(std::vector<std::string> hosts) { hosts_ = std::move(hosts); }

  std::optional<HttpResponse> turn_away(const HttpRequest& head) override;
  void serve(HttpRequest request, Respond respond) override;

 private:
  bool is_own_host(const std::string& host) const;
  Notebook::Work work_of(const HttpRequest& request) const;
  std::string start(Notebook& notebook) const;

  const SiteFacts facts_;
  const std::shared_ptr<Notebook> notebook_;
  std::vector<std::string> hosts_;
};

}  // namespace cellar
