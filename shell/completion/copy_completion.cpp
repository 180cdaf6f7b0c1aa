#include "shell/completion/copy_completion.h"

#include <algorithm>

#include "shell/completion/file_names.h"
#include "shell/completion/sources.h"
#include "shell/copy/copy_options.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Goes through the tokens of a COPY, and offers what follows the last one.
class CopyPlaces {
 public:
  CopyPlaces(const TypedTokens& typed, const NameScope& scope, Offers& offers)
      : typed_(typed), scope_(scope), offers_(offers) {}

  void offer() {
    if (!pass_table()) {
      const BegunRule path[] = {{"tableName", 1}};
      return offer_tables({typed_, scope_, path, {}, offers_});
    }
    if (is("OPEN_ROUND") && !pass_columns()) return offer_columns();
    if (at_cursor()) return offer_words({"FROM", "TO"});
    if (!is("FROM") && !is("TO")) return;
    direction_ = is("FROM") ? CopyDirection::from : CopyDirection::to;
    if (++index_; at_cursor()) return offer_source();
    if (++index_; at_cursor()) return offer_words({"WITH"});
    if (is("WITH")) offer_options();
  }

 private:
  bool at_cursor() const { return index_ >= typed_.cursor; }
  bool is(std::string_view kind) const { return !at_cursor() && typed_.is(index_, kind); }

  /// False if the name of the table goes on at the cursor.
  bool pass_table() {
    std::string keyspace;
    if (at_cursor()) return false;
    std::string name = typed_.name(index_++);
    if (is("DOT")) {
      keyspace = std::move(name);
      if (++index_; at_cursor()) return false;
      name = typed_.name(index_++);
    }
    table_ = scope_.find_table(keyspace, name);
    return true;
  }

  /// False if the list goes on at the cursor.
  bool pass_columns() {
    std::size_t depth = 1;  // writetime(v) has brackets of its own
    for (++index_; !at_cursor(); ++index_) {
      if (is("OPEN_ROUND")) ++depth;
      if (is("CLOSE_ROUND") && --depth == 0) break;
      if (depth == 1) named_.push_back(typed_.name(index_));
    }
    if (at_cursor()) return false;
    ++index_;
    return true;
  }

  void offer_columns() {
    const bool begins = typed_.is_behind("OPEN_ROUND") || typed_.is_behind("COMMA");
    if (!begins || !table_) return;
    for (const Column& column : table_->columns) {
      const bool is_named = std::ranges::find(named_, column.name) != named_.end();
      if (!column.name.empty() && !is_named) offers_.add_name(column.name, to_cql(column.type));
    }
  }

  void offer_source() {
    offer_files(offers_, scope_.home);
    offer_words({direction_ == CopyDirection::from ? "STDIN" : "STDOUT"});
  }

  /// Behind WITH: `name = value AND name = value`.
  void offer_options() {
    std::vector<std::string> set;
    do {
      if (++index_; at_cursor()) return offer_option_names(set);
      const std::string option = to_upper(typed_.texts[index_]);
      if (++index_; at_cursor()) return offers_.add_text("=", {}, true);
      if (++index_; at_cursor()) return offer_values(option);
      set.push_back(option);
      while (!at_cursor() && !is("AND")) ++index_;
    } while (!at_cursor());
    offer_words({"AND"});
  }

  void offer_option_names(const std::vector<std::string>& set) {
    for (const std::string_view name : copy_option_names(direction_))
      if (std::ranges::find(set, name) == set.end()) offers_.add_words(name);
  }

  void offer_values(const std::string& option) {
    if (option == "ERRFILE" || option == "CONFIGFILE") return offer_files(offers_, scope_.home);
    for (const std::string_view value : copy_option_values(option)) offers_.add_text(value, {}, true);
  }

  void offer_words(std::initializer_list<std::string_view> words) {
    if (offers_.prefix().kind == Prefix::Kind::string) return;
    for (const std::string_view word : words) offers_.add_words(word);
  }

  const TypedTokens& typed_;
  const NameScope& scope_;
  Offers& offers_;
  std::size_t index_ = 1;  // behind COPY
  TablePointer table_;
  std::vector<std::string> named_;  // in the list of columns
  CopyDirection direction_ = CopyDirection::from;
};

}  // namespace

void offer_copy(const TypedTokens& typed, const NameScope& scope, Offers& offers) {
  CopyPlaces(typed, scope, offers).offer();
}

}  // namespace cellar
