#include "shell/console/report/refused_names.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "parser/script/command_text.h"
#include "parser/statement/statement.h"
#include "refusal/messages.h"
#include "shell/console/report/unfinished_script.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::size_t kMostNames = 1000;    // bounds the memory for a script
constexpr std::size_t kHeadBytes = 512;     // the start of a statement that is searched for the name
constexpr std::size_t kTextBytes = 16'384;  // of a refused text whose lines are searched for statements

struct CreatedName {
  std::string key;
  std::string name;
};

std::string key_of(std::string_view kind, std::string_view keyspace, std::string_view name) {
  return fmt::format("{} {}.{}", kind, keyspace, name);
}

/// Returns the name as refusals print it.
std::string printed_name(const CommandWord& word) {
  const std::string text = word.quote != 0 ? word.text : word.text.substr(0, word.text.find('('));
  return quote_name(word.quote == '"' ? text : to_lower(text));
}

/// Returns true if the word was meant to be the keyword: a CREATE may be refused for its spelling.
bool resembles(const CommandWord& word, std::string_view keyword) {
  return word.quote == 0 && distance_of_words(word.text, keyword).has_value();
}

std::string_view kind_of(const CommandWord& word) {
  if (resembles(word, "KEYSPACE") || says(word, "SCHEMA") || says(word, "DATABASE")) return "keyspace";
  if (resembles(word, "TABLE") || says(word, "COLUMNFAMILY") || resembles(word, "VIEW")) return "table";
  return resembles(word, "TYPE") ? "type" : "";
}

std::string_view kind_of(const Subject& subject) {
  switch (subject.kind) {
    case Subject::Kind::keyspace:
      return "keyspace";
    case Subject::Kind::table:
      return "table";
    case Subject::Kind::type:
      return "type";
    case Subject::Kind::keyword:
    case Subject::Kind::warning:
      break;
  }
  return "";
}

/// Returns what a CREATE creates, judged by its first words, since the statement may not even parse.
std::optional<CreatedName> created_by(std::string_view statement, std::string_view keyspace_in_use) {
  // Most statements create nothing, and their first word tells.
  const std::string_view first_of_all = first_word(statement);
  if (!first_of_all.empty() && !distance_of_words(first_of_all, "CREATE")) return std::nullopt;
  const std::vector<CommandWord> words = split_command(statement.substr(0, kHeadBytes));
  if (words.size() < 3 || !resembles(words[0], "CREATE")) return std::nullopt;
  const std::size_t thing = resembles(words[1], "MATERIALIZED") || says(words[1], "TEMPORARY") ? 2 : 1;
  const std::string_view kind = kind_of(words[thing]);
  if (kind.empty() || words.size() <= thing + 1) return std::nullopt;
  const std::size_t first = says(words[thing + 1], "IF") ? thing + 4 : thing + 1;
  if (words.size() <= first) return std::nullopt;
  std::string name = printed_name(words[first]);
  if (kind == "keyspace") return CreatedName{key_of(kind, "", name), name};
  std::string keyspace = quote_name(keyspace_in_use);
  if (words.size() > first + 2 && words[first + 1].text == ".") {
    keyspace = std::exchange(name, printed_name(words[first + 2]));
  }
  return CreatedName{key_of(kind, keyspace, name), name};
}

/// Returns all that a refused text would have created: it may begin with prose, or hold several statements
/// whose semicolons are missing.
std::vector<CreatedName> all_created_by(std::string_view text, std::string_view keyspace_in_use) {
  std::vector<CreatedName> created;
  text = text.substr(0, kTextBytes);
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (std::optional<CreatedName> name = created_by(text, keyspace_in_use)) created.push_back(*name);
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  return created;
}

/// Returns the key of the object that a refusal reports as missing; empty for other refusals.
std::string missing_key(const Diagnostic& refusal) {
  if (refusal.cause() != Cause::absent) return {};
  const Subject& missing = *refusal.subject;
  const std::string keyspace = missing.kind == Subject::Kind::keyspace ? "" : quote_name(missing.keyspace);
  return key_of(kind_of(missing), keyspace, quote_name(missing.name));
}

bool is_absent(const Diagnostic& refusal, Subject::Kind kind) {
  return refusal.cause() == Cause::absent && refusal.subject->kind == kind;
}

std::string_view words_for(const Diagnostic& refusal) {
  if (refusal.cause() == Cause::no_keyspace) return "keyspace_refused_before";
  return is_absent(refusal, Subject::Kind::type) ? "type_refused_before" : "refused_before";
}

}  // namespace

RefusedNames::RefusedName* RefusedNames::cause_of(const Diagnostic& refusal) {
  const std::string key = refusal.cause() == Cause::no_keyspace ? wanted_keyspace_ : missing_key(refusal);
  const auto found = names_.find(key);
  if (found == names_.end()) return nullptr;
  if (is_absent(refusal, Subject::Kind::keyspace)) wanted_keyspace_ = key;
  return &found->second;
}

std::string RefusedNames::place_of(const RefusedName& refused, std::string_view file) const {
  return refused.file == file ? fmt::format("line {}", refused.line)
                              : fmt::format("line {} of {}", refused.line, refused.file);
}

RefusedNames::Explained RefusedNames::explain(const Diagnostic& refusal, std::string_view file) {
  RefusedName* cause = cause_of(refusal);
  if (cause == nullptr) return {refusal, false};
  ++cause->followers;
  return {{words_for(refusal),
           refusal.span,
           {{"name", cause->name}, {"place", place_of(*cause, file)}, {"code", std::string(cause->code)}},
           std::nullopt},
          true};
}

void RefusedNames::note_refused(const Diagnostic& refusal, const ScriptStatement& statement,
                                std::string_view file, std::string_view keyspace_in_use) {
  if (names_.size() >= kMostNames) return;
  for (const CreatedName& created : all_created_by(statement.text, keyspace_in_use)) {
    names_.insert_or_assign(created.key,
                            RefusedName{created.name, std::string(file), statement.line, refusal.code(), 0});
  }
}

std::string RefusedNames::summary(std::string_view file, Language language) const {
  std::string lines;
  for (const auto& [key, refused] : names_) {
    if (refused.followers < 2) continue;
    const Diagnostic line{"refused_before_count",
                          {},
                          {{"name", refused.name},
                           {"place", place_of(refused, file)},
                           {"code", std::string(refused.code)},
                           {"count", std::to_string(refused.followers)}},
                          std::nullopt};
    lines += "-- " + words_of(line, language).title + '\n';
  }
  return lines;
}

void RefusedNames::forget_created(std::string_view statement, std::string_view keyspace_in_use) {
  if (const std::optional<CreatedName> created = created_by(statement, keyspace_in_use)) {
    names_.erase(created->key);
  }
}

std::optional<Diagnostic> RefusedNames::fault_of_quotes(const Diagnostic& refusal,
                                                        const ScriptStatement& statement) {
  if (refusal.error_class() != ErrorClass::syntax) return std::nullopt;
  if (odd_quote_) {
    if (std::optional<Diagnostic> behind = behind_odd_quote(statement, *odd_quote_)) return behind;
  }
  std::optional<OddQuote> odd = odd_quote_before(refusal, statement);
  if (!odd) return std::nullopt;
  odd_quote_ = odd->line;
  return std::move(odd->diagnostic);
}

void RefusedNames::clear() {
  odd_quote_.reset();
  names_.clear();
  wanted_keyspace_.clear();
}

}  // namespace cellar
