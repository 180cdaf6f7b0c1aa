#include "shell/refused_names.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "shell/command/command_text.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::size_t kMostNames = 1000;  // bounds the memory for a script
constexpr std::size_t kHeadBytes = 512;   // the start of a statement that is searched for the name

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

std::string_view kind_of(const CommandWord& word) {
  if (says(word, "KEYSPACE") || says(word, "SCHEMA")) return "keyspace";
  if (says(word, "TABLE") || says(word, "COLUMNFAMILY")) return "table";
  return says(word, "TYPE") ? "type" : "";
}

/// Returns what a CREATE creates, judged by its first words, since the statement may not even parse.
std::optional<CreatedName> created_by(std::string_view statement, std::string_view keyspace_in_use) {
  const std::vector<CommandWord> words = split_command(statement.substr(0, kHeadBytes));
  if (words.size() < 3 || !says(words[0], "CREATE")) return std::nullopt;
  const std::string_view kind = kind_of(words[1]);
  if (kind.empty()) return std::nullopt;
  const std::size_t first = says(words[2], "IF") ? 5 : 2;
  if (words.size() <= first) return std::nullopt;
  std::string name = printed_name(words[first]);
  if (kind == "keyspace") return CreatedName{key_of(kind, "", name), name};
  std::string keyspace = quote_name(keyspace_in_use);
  if (words.size() > first + 2 && words[first + 1].text == ".") {
    keyspace = std::exchange(name, printed_name(words[first + 2]));
  }
  return CreatedName{key_of(kind, keyspace, name), name};
}

std::string parameter_of(const Diagnostic& diagnostic, std::string_view name) {
  for (const Parameter& parameter : diagnostic.parameters) {
    if (parameter.name == name) return parameter.value;
  }
  return {};
}

/// Returns the key of the object that a refusal reports as missing; empty for other refusals.
std::string missing_key(const Diagnostic& refusal) {
  const std::string keyspace = parameter_of(refusal, "keyspace");
  if (refusal.id.starts_with("undefined_keyspace")) return key_of("keyspace", "", keyspace);
  if (refusal.id.starts_with("undefined_table")) {
    return key_of("table", keyspace, parameter_of(refusal, "table"));
  }
  if (refusal.id.starts_with("undefined_type") || refusal.id.starts_with("undefined_user_type")) {
    return key_of("type", keyspace, parameter_of(refusal, "type"));
  }
  return {};
}

std::string_view words_for(const Diagnostic& refusal) {
  if (refusal.id == "no_keyspace") return "keyspace_refused_before";
  return refusal.code() == "E205" ? "type_refused_before" : "refused_before";
}

}  // namespace

RefusedNames::RefusedName* RefusedNames::cause_of(const Diagnostic& refusal) {
  const std::string key = refusal.id == "no_keyspace" ? wanted_keyspace_ : missing_key(refusal);
  const auto found = names_.find(key);
  if (found == names_.end()) return nullptr;
  if (refusal.id.starts_with("undefined_keyspace")) wanted_keyspace_ = key;
  return &found->second;
}

RefusedNames::Explained RefusedNames::explain(const Diagnostic& refusal, std::string_view file) {
  RefusedName* cause = cause_of(refusal);
  if (cause == nullptr) return {refusal, false, false};
  const std::string place = cause->file == file ? fmt::format("line {}", cause->line)
                                                : fmt::format("line {} of {}", cause->line, cause->file);
  return {{words_for(refusal),
           refusal.span,
           {{"name", cause->name}, {"place", place}, {"code", std::string(cause->code)}},
           std::nullopt},
          true,
          std::exchange(cause->told, true)};
}

void RefusedNames::note_refused(const Diagnostic& refusal, const ScriptStatement& statement,
                                std::string_view file, std::string_view keyspace_in_use) {
  if (names_.size() >= kMostNames) return;
  const std::optional<CreatedName> created = created_by(statement.text, keyspace_in_use);
  if (!created) return;
  names_.insert_or_assign(
      created->key, RefusedName{created->name, std::string(file), statement.line, refusal.code(), false});
}

void RefusedNames::forget_created(std::string_view statement, std::string_view keyspace_in_use) {
  if (const std::optional<CreatedName> created = created_by(statement, keyspace_in_use)) {
    names_.erase(created->key);
  }
}

void RefusedNames::clear() {
  names_.clear();
  wanted_keyspace_.clear();
}

}  // namespace cellar
