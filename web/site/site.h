// What the address of a class answers: the files of the page, and messages.
//
// In:      requests. A message is a POST whose body is an object of JSON.
// Out:     GET / and the other files of page_files(). POST, each as JSON:
//            /start     {"code"?}                 what this is: version, database, the keyspace in use; in a class the
//                                                 code word of the visitor, who without one begins an empty notebook
//            /answer    {"statement","language"?, the Answer (docs/schema/answer.schema.json); its texts for people have
//                        "columns"?}          so many columns
//            /complete  {"text","cursor"}         what may come next; `cursor` is a byte of the text
//            /schema    {}                    its tables (web/notebook/schema_json.h)
//            /split     {"text"}                  the statements of a text, with their places
//          In a class each message has the visitor's "code", and is about the database of that visitor.
// Refused: other targets (404) and methods (405); a Host that is not this server's (421), so that no name of a foreign
//          site leads here; the Origin of another site (403); bodies that are no such object (400, 415); messages beyond
//          what may wait (429); a code word that nobody was given (410); visitors beyond those that may come (503). No target and no message names a file.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/http/http_thread.h"
#include "web/notebook/classroom.h"
#include "web/notebook/notebook.h"
#include "web/site/page_message.h"

namespace cellar {

/// How browsers may call the server. No name of a foreign site, which may lead to its address, is among them.
struct SiteHosts {
  std::vector<std::string> whole;  // with their port: "localhost:8048"
  std::vector<std::string> names;  // with any port, or none: a proxy has its own
  bool takes_numbers = false;      // addresses in numbers, with any port
};

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
  /// Each visitor has a notebook. Both must outlive the site.
  Site(SiteFacts facts, Classroom& classroom, WorkThreads& work)
      : facts_(std::move(facts)), classroom_(&classroom), work_(&work) {}

  /// Before the first request.
  void set_hosts(SiteHosts hosts) { hosts_ = std::move(hosts); }

  std::optional<HttpResponse> turn_away(const HttpRequest& head) override;
  void serve(HttpRequest request, Respond respond) override;

 private:
  bool is_own_host(const std::string& host) const;
  bool is_own_origin(const HttpRequest& head) const;
  void serve_message(const HttpRequest& request, const Respond& respond);
  void start_visit(const std::string& code, const std::string& from, const Respond& respond);
  void ask(Notebook& notebook, Notebook::Work work, const Respond& respond) const;
  Notebook::Work work_of(const std::string& target, const PageMessage& message) const;
  std::string start(const Notebook& notebook, const std::string& code) const;

  const SiteFacts facts_;
  const std::shared_ptr<Notebook> notebook_;  // null in a class
  Classroom* const classroom_ = nullptr;      // null: there is one notebook
  WorkThreads* const work_ = nullptr;         // of the classroom
  SiteHosts hosts_;
};

}  // namespace cellar
