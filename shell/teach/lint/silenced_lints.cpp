#include "shell/teach/lint/silenced_lints.h"

#include <algorithm>
#include <optional>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::string_view kAllow = "@allow";
constexpr std::size_t kMostLints = 2;

/// The codes behind each @allow of a text: "L503" in "-- @allow L503 likes are rare".
std::vector<std::string> allowed_codes(std::string_view text) {
  std::vector<std::string> codes;
  for (std::size_t begin; (begin = text.find(kAllow)) != text.npos;) {
    text.remove_prefix(begin + kAllow.size());
    for (;;) {
      const std::size_t code = std::min(text.find_first_not_of(" \t,"), text.size());
      const std::size_t end = std::min(text.find_first_of(" \t,\r\n*", code), text.size());
      const std::string word = to_upper(text.substr(code, end - code));
      if (word.size() != 4 || word[0] != 'L' || word.find_first_not_of("0123456789", 1) != word.npos) break;
      codes.push_back(word);
      text.remove_prefix(end);
    }
  }
  return codes;
}

/// Returns the text of comments, without the strings and quoted names around them.
std::string comments_in(std::string_view statement) {
  std::string comments;
  while (!statement.empty()) {
    const auto skip_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = statement.find(end, from);
      return found == statement.npos ? statement.size() : found + end.size();
    };
    const bool is_line = statement.starts_with("--") || statement.starts_with("//");
    const bool is_comment = is_line || statement.starts_with("/*");
    std::size_t size = 1;
    if (is_comment) {
      size = is_line ? skip_to("\n", 2) : skip_to("*/", 2);
    } else if (statement.starts_with("$$")) {
      size = skip_to("$$", 2);
    } else if (statement[0] == '\'' || statement[0] == '"') {
      size = skip_to(statement.substr(0, 1), 1);
    }
    if (is_comment) comments.append(statement.substr(0, size)).push_back('\n');
    statement.remove_prefix(size);
  }
  return comments;
}

/// The table that a CREATE TABLE, CREATE INDEX or SELECT is about.
std::optional<Subject> table_of_statement(std::string_view text, const std::string& keyspace_in_use) {
  const auto subject = [&](const QualifiedName& name) {
    return Subject{Subject::Kind::table, name.name.text,
                   name.keyspace ? name.keyspace->text : keyspace_in_use};
  };
  try {
    const Statement statement = parse(text);
    if (const auto* table = std::get_if<CreateTableStatement>(&statement.node)) return subject(table->table);
    if (const auto* index = std::get_if<CreateIndexStatement>(&statement.node)) return subject(index->table);
    if (const auto* select = std::get_if<SelectStatement>(&statement.node)) return subject(select->table);
  } catch (const Refusal&) {
    // The statement is refused when it runs.
  }
  return std::nullopt;
}

}  // namespace

bool is_lint(const Diagnostic& notice) { return notice.kind() == MessageKind::lint; }

std::string table_of(const Diagnostic& notice) {
  return notice.subject ? quote_name(notice.subject->name) : std::string();
}

void SilencedLints::read_comments(std::string_view comments, std::string_view statement,
                                  const std::string& keyspace_in_use) {
  if (comments.empty() && statement.find(kAllow) == statement.npos) return;
  std::vector<std::string> codes = allowed_codes(comments);
  std::ranges::move(allowed_codes(comments_in(statement)), std::back_inserter(codes));
  if (codes.empty()) return;
  const std::optional<Subject> table = table_of_statement(statement, keyspace_in_use);
  if (!table) return;
  for (const std::string& code : codes) silenced_.insert(key_of(code, *table));
}

SilencedLints::Key SilencedLints::key_of(std::string_view code, const Subject& table) {
  return {std::string(code), table.keyspace, table.name};
}

void SilencedLints::set(std::string_view code, const Subject& table, bool silenced) {
  if (silenced) {
    silenced_.insert(key_of(code, table));
  } else {
    silenced_.erase(key_of(code, table));
  }
}

void SilencedLints::clear(std::string_view code) {
  std::erase_if(silenced_, [code](const Key& each) { return std::get<0>(each) == code; });
}

bool SilencedLints::silences(const Diagnostic& lint) const {
  return lint.subject && silenced_.contains(key_of(lint.code(), *lint.subject));
}

std::vector<std::string> SilencedLints::texts() const {
  std::vector<std::string> texts;
  for (const auto& [code, keyspace, table] : silenced_)
    texts.push_back(code + " (" + quote_name(keyspace) + "." + quote_name(table) + ")");
  return texts;
}

std::vector<Diagnostic> notices_to_show(std::vector<Diagnostic> notices, const SilencedLints& silenced,
                                        const LintLevels& levels) {
  std::erase_if(notices, [&](const Diagnostic& notice) {
    return is_lint(notice) && (silenced.silences(notice) || levels.level_of(notice) == LintLevel::off);
  });
  const auto weight = [&](const Diagnostic& notice) {
    return is_lint(notice) ? levels.level_of(notice) : LintLevel::off;
  };
  std::vector<LintLevel> weights;  // of the lints that are not errors, the heaviest first
  for (const Diagnostic& notice : notices) {
    if (is_lint(notice) && weight(notice) != LintLevel::error) weights.push_back(weight(notice));
  }
  std::ranges::sort(weights, std::greater());
  weights.resize(std::min(weights.size(), kMostLints));
  std::erase_if(notices, [&](const Diagnostic& notice) {
    if (!is_lint(notice) || weight(notice) == LintLevel::error) return false;
    const auto place = std::ranges::find(weights, weight(notice));
    if (place == weights.end()) return true;
    weights.erase(place);
    return false;
  });
  return notices;
}

}  // namespace cellar
