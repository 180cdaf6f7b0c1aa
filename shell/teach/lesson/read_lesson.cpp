#include "shell/teach/lesson/read_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "parser/script/command_text.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The third-level headings of a step in one language.
struct SectionNames {
  std::string_view language, seen, why, nudges;
};
constexpr SectionNames kSections[] = {{"en", "What you see", "Why", "If it goes wrong"},
                                      {"zh", "看到了什么", "为什么", "如果出错"}};

const SectionNames& sections_of(std::string_view language) {
  const auto* const found = std::ranges::find(kSections, language, &SectionNames::language);
  return found == std::end(kSections) ? kSections[0] : *found;
}

constexpr std::string_view kCheckForms =
    "refused CODE ...; noticed CODE ...; answers [SELECT ...]; typed WORDS; holds SELECT ... => rows; "
    "serves SELECT ...; splits SELECT ...";

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view rest = trim(text); !rest.empty(); rest = trim(rest)) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    words.emplace_back(word);
    rest.remove_prefix(word.size());
  }
  return words;
}

bool is_code(std::string_view word) {
  return word.size() == 4 && word[0] >= 'A' && word[0] <= 'Z' &&
         std::ranges::all_of(word.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

class LessonReader {
 public:
  LessonReader(std::string_view file, std::string_view language, std::string_view text)
      : file_(file), sections_(sections_of(language)), rest_(text) {}

  Lesson read() {
    for (std::string_view line; next_line(line);) read_line(line);
    if (lesson_.id.empty()) refuse("a lesson begins with a heading: # L2 The newest posts of a user", 1);
    end_step();
    if (lesson_.steps.empty()) refuse("the lesson has no step: ## Title", number_);
    trim_text(lesson_.text);
    return std::move(lesson_);
  }

 private:
  [[noreturn]] void refuse(std::string reason, std::size_t line) const {
    throw WrongLesson(std::string(file_), line, std::move(reason));
  }
  [[noreturn]] void refuse(std::string reason) const { refuse(std::move(reason), number_); }

  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }

  LessonStep* step() { return lesson_.steps.empty() ? nullptr : &lesson_.steps.back(); }

  void read_line(std::string_view line) {
    if (line.starts_with("```")) return read_fence(line);
    if (line.starts_with("<!--")) return read_comment(line);
    for (const std::string_view tag : {"<details", "</details", "<summary", "</summary"})
      if (line.starts_with(tag)) return;
    if (line.starts_with("### ")) return begin_section(trim(line.substr(4)));
    if (line.starts_with("## ")) return begin_step(trim(line.substr(3)));
    if (line.starts_with("# ")) return begin_lesson(trim(line.substr(2)));
    if (lesson_.id.empty() && !trim(line).empty()) refuse("the first line is the heading of the lesson");
    if (nudges_) return read_nudge(line);
    if (text_ != nullptr) text_->append(line).append("\n");
  }

  void begin_lesson(std::string_view heading) {
    if (!lesson_.id.empty()) refuse("a lesson has one heading of the first level");
    const std::size_t blank = heading.find(' ');
    if (blank == heading.npos) refuse("the heading has an id and a title: # L2 The newest posts of a user");
    lesson_.id = heading.substr(0, blank);
    lesson_.title = trim(heading.substr(blank));
    text_ = &lesson_.text;
  }

  void begin_step(std::string_view title) {
    if (lesson_.id.empty()) refuse("the first line is the heading of the lesson");
    end_step();
    lesson_.steps.emplace_back();
    step()->title = title;
    step()->line = number_;
    text_ = &step()->text;
    nudges_ = false;
  }

  /// Refuses a step that asks for something and does not check it, or the other way round.
  void end_step() {
    if (step() == nullptr) return;
    LessonStep& last = *step();
    if (last.checks.empty() && !last.asked.empty())
      refuse("the step asks for something, and has no check", last.line);
    if (!last.checks.empty() && last.asked.empty())
      refuse("the step has a check, and no fence `cql type` or `cql answer`", last.line);
    for (LessonCheck& check : last.checks) {
      auto* const answers = std::get_if<AnswersCheck>(&check);
      if (answers != nullptr && answers->query.empty()) answers->query = last_select(last);
    }
    for (std::string* text : {&last.text, &last.seen, &last.why}) trim_text(*text);
    for (auto& [key, text] : last.nudges) trim_text(text);
  }

  /// The checks compare with it.
  std::string last_select(const LessonStep& of) const {
    const std::string& text = of.asked.back().text;
    const std::string upper = to_upper(text);
    const std::size_t begin = upper.rfind("SELECT ");
    if (begin == upper.npos) refuse("`answers` needs a SELECT: the step asks for none", of.line);
    return trimmed_query(std::string_view(text).substr(begin));
  }

  static std::string trimmed_query(std::string_view query) {
    query = trim(query);
    while (query.ends_with(';')) query = trim(query.substr(0, query.size() - 1));
    return std::string(query);
  }

  static void trim_text(std::string& text) {
    while (text.starts_with('\n')) text.erase(0, 1);
    while (text.ends_with('\n')) text.pop_back();
  }

  void begin_section(std::string_view heading) {
    if (step() == nullptr) refuse("a heading of the third level belongs to a step");
    nudges_ = heading == sections_.nudges;
    if (heading == sections_.seen) {
      text_ = &step()->seen;
    } else if (heading == sections_.why) {
      text_ = &step()->why;
    } else if (!nudges_) {
      refuse(fmt::format("a step has no part \"{}\": {}; {}; {}", heading, sections_.seen, sections_.why,
                         sections_.nudges));
    }
  }

  void read_fence(std::string_view opening) {
    const std::size_t begin = number_;
    const std::vector<std::string> words = words_in(opening.substr(3));
    const std::string kind = words.size() > 1 ? words[1] : "";
    LessonScript script{"", number_ + 1};
    std::string_view line;
    for (;;) {
      if (!next_line(line)) refuse("the fence is not closed", begin);
      if (line.starts_with("```")) break;
      script.text.append(line).append("\n");
    }
    if (kind != "given" && kind != "answer" && text_ != nullptr)
      text_->append("```\n").append(script.text).append("```\n");
    if (kind.empty()) return;
    if (nudges_ || text_ == nullptr || (step() != nullptr && text_ != &step()->text))
      refuse("a fence of this kind belongs to the text of a step", begin);
    if (kind == "given") {
      (step() == nullptr ? lesson_.given : step()->given).push_back(std::move(script));
    } else if (step() != nullptr && (kind == "type" || kind == "answer")) {
      step()->asked.push_back(std::move(script));
    } else {
      refuse(fmt::format("no fence is called `cql {}` here: type, answer, given", kind), begin);
    }
  }

  void read_comment(std::string_view line) {
    const std::size_t begin = number_;
    std::string text(line.substr(4));
    while (text.find("-->") == text.npos) {
      if (!next_line(line)) refuse("the comment is not closed", begin);
      text.append(" ").append(trim(line));
    }
    std::string_view words = trim(std::string_view(text).substr(0, text.find("-->")));
    if (!words.starts_with("check:")) return;
    if (step() == nullptr) refuse("a check belongs to a step", begin);
    words.remove_prefix(words.find(':') + 1);
    step()->checks.push_back(read_check(trim(words)));
  }

  LessonCheck read_check(std::string_view text) const {
    const std::string_view kind = text.substr(0, text.find(' '));
    const std::string_view rest = trim(text.substr(kind.size()));
    if (kind == "answers") return AnswersCheck{trimmed_query(rest)};
    if (!rest.empty()) {
      if (kind == "refused") return RefusedCheck{codes_in(rest)};
      if (kind == "noticed") return NoticedCheck{codes_in(rest)};
      if (kind == "typed") return TypedCheck{std::string(rest)};
      if (kind == "serves") return ServesCheck{trimmed_query(rest)};
      if (kind == "splits") return SplitsCheck{trimmed_query(rest)};
      if (kind == "holds" && rest.find(" => ") != rest.npos) return read_holds(rest);
    }
    refuse(fmt::format("no check is written \"{}\": {}", text, kCheckForms));
  }

  static HoldsCheck read_holds(std::string_view text) {
    const std::size_t arrow = text.rfind(" => ");
    HoldsCheck check{trimmed_query(text.substr(0, arrow)), {}};
    std::string_view rows = trim(text.substr(arrow + 4));
    if (rows == "nothing") return check;
    while (!rows.empty()) {
      const std::string_view row = rows.substr(0, rows.find(';'));
      check.rows.emplace_back(trim(row));
      rows.remove_prefix(std::min(rows.size(), row.size() + 1));
    }
    return check;
  }

  std::vector<std::string> codes_in(std::string_view text) const {
    std::vector<std::string> codes = words_in(text);
    for (const std::string& code : codes)
      if (!is_code(code)) refuse(fmt::format("no code is called {}: write one such as E301", code));
    return codes;
  }

  void read_nudge(std::string_view line) {
    if (line.starts_with("- ")) {
      const std::size_t colon = line.find(": ");
      if (colon == line.npos) refuse("a nudge is: - E301: words, - serves: words, or - else: words");
      nudge_ = line.substr(2, colon - 2);
      if (!is_key(nudge_))
        refuse(fmt::format("a nudge begins with a code, a check of this step, or else, and not with {}",
                           nudge_));
      if (!step()->nudges.emplace(nudge_, line.substr(colon + 2)).second)
        refuse(fmt::format("the step has two nudges for {}", nudge_));
      step()->nudges[nudge_] += '\n';
    } else if (!trim(line).empty()) {
      if (nudge_.empty() || !line.starts_with("  ")) refuse("a further line of a nudge is indented");
      step()->nudges[nudge_].append(trim(line)).append("\n");
    }
  }

  bool is_key(std::string_view key) {
    return is_code(key) || key == "else" ||
           std::ranges::any_of(step()->checks, [&](const LessonCheck& check) { return name(check) == key; });
  }

  std::string_view file_;
  const SectionNames& sections_;
  std::string_view rest_;
  std::size_t number_ = 0;
  Lesson lesson_;
  std::string* text_ = nullptr;  // that further lines belong to
  bool nudges_ = false;          // lines are nudges
  std::string nudge_;            // the key of the last one
};

}  // namespace

std::string_view name(const LessonCheck& check) {
  struct Name {
    std::string_view operator()(const RefusedCheck&) const { return "refused"; }
    std::string_view operator()(const NoticedCheck&) const { return "noticed"; }
    std::string_view operator()(const AnswersCheck&) const { return "answers"; }
    std::string_view operator()(const TypedCheck&) const { return "typed"; }
    std::string_view operator()(const HoldsCheck&) const { return "holds"; }
    std::string_view operator()(const ServesCheck&) const { return "serves"; }
    std::string_view operator()(const SplitsCheck&) const { return "splits"; }
  };
  return std::visit(Name(), check);
}

WrongLesson::WrongLesson(std::string in_file, std::size_t in_line, std::string because)
    : file(std::move(in_file)),
      line(in_line),
      reason(std::move(because)),
      text_(fmt::format("{}:{}: {}", file, line, reason)) {}

Lesson read_lesson(std::string_view file, std::string_view language, std::string_view text) {
  return LessonReader(file, language, text).read();
}

}  // namespace cellar
