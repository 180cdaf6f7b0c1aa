#include "shell/check/grade/directives.h"

#include <algorithm>
#include <charconv>

#include "types/text/text.h"

namespace cellar {

namespace {

std::optional<std::string_view> directive_in(std::string_view line) {
  if (!line.starts_with("--")) return std::nullopt;
  line.remove_prefix(2);
  if (line.starts_with(' ')) line.remove_prefix(1);
  if (!line.starts_with('@')) return std::nullopt;
  line = trim(line.substr(1));
  // This one speaks to LINT, within the statements of an exercise or an answer.
  if (line.substr(0, line.find_first_of(" \t")) == "allow") return std::nullopt;
  return line;
}

std::string_view indented_comment(std::string_view line) {
  return line.starts_with("--  ") ? trim(line.substr(2)) : std::string_view();
}

Directive begin_directive(std::string_view line, std::string_view words, std::size_t number) {
  const std::size_t blank = words.find_first_of(" \t");
  Directive directive;
  directive.word = to_lower(words.substr(0, blank));
  if (blank != words.npos) directive.arguments = trim(words.substr(blank));
  directive.line = number;
  directive.first_line = line;
  directive.body.line = number + 1;
  return directive;
}

void add_line(Directive& directive, std::string_view line, std::size_t number) {
  const std::string_view more = indented_comment(line);
  // The student writes below @answer, with any indentation.
  if (!more.empty() && number == directive.body.line && directive.word != "answer") {
    directive.arguments.append(directive.arguments.empty() ? "" : " ").append(more);
    directive.body.line = number + 1;
    return;
  }
  directive.body.text.append(line).append("\n");
  if (line.starts_with("-- |")) directive.rows.push_back({std::string(trim(line.substr(4))), number});
}

}  // namespace

DirectiveText split_directives(std::string_view text) {
  DirectiveText split;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto words = directive_in(line)) {
      split.directives.push_back(begin_directive(line, *words, number));
    } else if (split.directives.empty()) {
      split.before.append(line).append("\n");
    } else {
      add_line(split.directives.back(), line, number);
    }
  }
  return split;
}

void refuse_directive(const DirectivePlace& place, std::string_view id, Parameters parameters,
                      std::optional<Span> blamed) {
  const std::string& line = place.directive.first_line;
  const Span all{0, static_cast<std::uint32_t>(line.size())};
  throw WrongExercise({{id, blamed.value_or(all), std::move(parameters), std::nullopt},
                       place.file,
                       place.directive.line,
                       1,
                       line});
}

void refuse_directive(const std::string& file, const PlacedText& first_line, std::string_view id,
                      Parameters parameters) {
  Directive directive;
  directive.line = first_line.line;
  directive.first_line = first_line.text;
  refuse_directive({file, directive}, id, std::move(parameters));
}

void DirectiveWords::skip_blanks() {
  const std::size_t begin = rest_.find_first_not_of(" \t");
  rest_.remove_prefix(begin == rest_.npos ? rest_.size() : begin);
}

bool DirectiveWords::at_end() {
  skip_blanks();
  return rest_.empty();
}

std::string_view DirectiveWords::next() {
  if (at_end() || rest_.starts_with('"')) refuse_next();
  last_ = rest_.substr(0, rest_.find_first_of(" \t"));
  rest_.remove_prefix(last_.size());
  return last_;
}

std::string_view DirectiveWords::next_text() {
  if (at_end() || !rest_.starts_with('"')) refuse_next();
  const std::size_t end = rest_.find('"', 1);
  if (end == rest_.npos) refuse_next();
  last_ = rest_.substr(0, end + 1);
  rest_.remove_prefix(end + 1);
  return last_.substr(1, end - 1);
}

bool DirectiveWords::take(std::string_view word) {
  skip_blanks();
  if (rest_.substr(0, rest_.find_first_of(" \t")) != word) return false;
  rest_.remove_prefix(word.size());
  return true;
}

std::string_view DirectiveWords::rest() {
  skip_blanks();
  last_ = std::exchange(rest_, {});
  return last_;
}

std::vector<std::string> DirectiveWords::list() {
  std::vector<std::string> words;
  for (bool more = true; more;) {
    std::string_view word = next();
    more = word.ends_with(',');
    if (more) word.remove_suffix(1);
    if (word.empty()) refuse();
    words.emplace_back(word);
  }
  return words;
}

void DirectiveWords::refuse() const { refuse(last_); }

void DirectiveWords::refuse_next() {
  if (at_end()) refuse(std::string_view());
  refuse(rest_.substr(0, rest_.find_first_of(" \t")));
}

void DirectiveWords::refuse(std::string_view word) const {
  const Directive& directive = place_.directive;
  // The arguments begin in the first line, and may go on in further ones, which are not shown.
  const std::size_t begin = directive.first_line.find_first_not_of(
      " \t", directive.first_line.find_first_of(" \t", directive.first_line.find('@')));
  std::optional<Span> blamed;
  if (!word.empty() && begin != std::string::npos) {
    const std::size_t place = begin + static_cast<std::size_t>(word.data() - directive.arguments.data());
    if (place + word.size() <= directive.first_line.size())
      blamed = Span{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place + word.size())};
  }
  refuse_directive(place_, "exercise_form",
                   {{"directive", "@" + directive.word}, {"usage", std::string(form_)}}, blamed);
}

std::optional<std::uint64_t> count_of(std::string_view word) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return count;
}

std::optional<int> hundredths_of(std::string_view word) {
  if (word.ends_with("pt")) word.remove_suffix(2);
  const std::size_t point = word.find('.');
  const std::optional<std::uint64_t> whole = count_of(word.substr(0, point));
  if (!whole || *whole > 100'000) return std::nullopt;
  int hundredths = static_cast<int>(*whole) * 100;
  if (point == word.npos) return hundredths;
  std::string decimals(word.substr(point + 1));
  if (decimals.empty() || decimals.size() > 2) return std::nullopt;
  decimals.resize(2, '0');
  const std::optional<std::uint64_t> part = count_of(decimals);
  if (!part) return std::nullopt;
  return hundredths + static_cast<int>(*part);
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells(1);
  bool quoted = false, was_quoted = false;
  const auto end_cell = [&] {
    if (!was_quoted) cells.back() = trim(cells.back());
    was_quoted = false;
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    const char c = row[i];
    if (quoted && c == '"' && i + 1 < row.size() && row[i + 1] == '"') {
      cells.back() += row[++i];
    } else if (c == '"') {
      if (!quoted) cells.back().clear();
      quoted = !quoted;
      was_quoted = true;
    } else if (c == ',' && !quoted) {
      end_cell();
      cells.emplace_back();
    } else if (quoted || !was_quoted) {
      cells.back() += c;
    }
  }
  end_cell();
  return cells;
}

}  // namespace cellar
