#include "shell/check/grade/handed_in.h"

#include <algorithm>
#include <string_view>

#include "refusal/messages.h"
#include "shell/check/grade/directives.h"
#include "shell/check/grade/exercise_files.h"
#include "shell/files/script_file.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Why a file that a student has handed in is not read: it leads elsewhere, or reading it might not end.
std::optional<Sentence> unfit_file(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::symlink_status(path, unknown);
  if (std::filesystem::is_symlink(status)) return Sentence{"answer_is_link"};
  if (!std::filesystem::is_regular_file(status)) return Sentence{"answer_is_no_file"};
  return std::nullopt;
}

/// Reads an answer as far as an answer may be long. Returns why nothing of it is looked at.
std::optional<Sentence> read_answer(const std::filesystem::path& path, StopToken stop, std::string& text) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  ScriptFile file(path, stop);
  for (std::string_view piece = file.read(); !piece.empty() && text.size() <= kLongest; piece = file.read())
    text += piece;
  if (text.size() > kLongest) return Sentence{"answer_too_large", {{"size", std::to_string(kLongest >> 10)}}};
  // Some editors end lines with a carriage return alone.
  if (text.find('\n') == text.npos) std::ranges::replace(text, '\r', '\n');
  return std::nullopt;
}

/// The same of a file that lies in the folder of a class, of which none must keep the others from their grades.
std::optional<Sentence> read_of_class(const std::filesystem::path& path, StopToken stop, std::string& text) {
  if (std::optional<Sentence> unfit = unfit_file(path)) return unfit;
  try {
    return read_answer(path, stop, text);
  } catch (const Refusal& refusal) {
    return Sentence{"answer_unreadable", {{"reason", refusal.diagnostic}}};
  }
}

bool is_script(const std::filesystem::path& path) { return is_same_word(path.extension().string(), ".cql"); }

/// The exercise that a text says it answers; empty if it says none.
std::string_view exercise_of(const DirectiveText& split) {
  if (split.directives.empty() || split.directives.front().word != "exercise") return {};
  const std::string_view arguments = split.directives.front().arguments;
  return arguments.substr(0, std::min(arguments.find_first_of(" \t:"), arguments.find("\uff1a")));
}

/// Reads the folder of a class.
class ClassFolder {
 public:
  ClassFolder(const AnswerPlaces& places, const Exercise& exercise, StopToken stop)
      : places_(places), exercise_(exercise), stop_(stop) {}

  HandedInAnswers read() {
    find_files(places_.answers);
    std::ranges::sort(files_, {}, &FoundFile::path);
    for (const FoundFile& file : files_) {
      if (file.fault)
        add(file.path, {{}, {}, file.fault});
      else if (!is_of_teacher(file.path))
        read_file(file.path);
    }
    return std::move(found_);
  }

 private:
  struct FoundFile {
    std::filesystem::path path;
    std::optional<Sentence> fault;  // of a folder that cannot be read
  };

  void find_files(const std::filesystem::path& folder) {
    std::error_code fault;
    std::filesystem::directory_iterator entry(folder, fault);
    for (; !fault && entry != std::filesystem::directory_iterator(); entry.increment(fault)) {
      std::error_code unknown;
      const bool is_folder = std::filesystem::is_directory(entry->symlink_status(unknown));
      if (is_folder)
        find_files(entry->path());
      else
        files_.push_back({entry->path(), std::nullopt});
    }
    if (fault) files_.push_back({folder, Sentence{"folder_unreadable", {{"reason", fault.message()}}}});
  }

  /// The exercise and what belongs to it, in whichever language.
  bool is_of_teacher(const std::filesystem::path& file) const {
    const auto is_same = [](const std::filesystem::path& left, const std::filesystem::path& right) {
      std::error_code unknown;
      return std::filesystem::equivalent(left, right, unknown);
    };
    return is_same(file, places_.exercise) || is_same(original_of(file), original_of(places_.exercise)) ||
           is_same(exercise_beside(file), original_of(places_.exercise)) ||
           (places_.teacher && is_same(file, *places_.teacher));
  }

  void read_file(const std::filesystem::path& file) {
    if (!is_script(file)) {
      // Hidden files are the system's own.
      if (!file.filename().string().starts_with('.')) pass_over(file, {"is_no_script"});
      return;
    }
    std::error_code unknown;
    if (std::filesystem::exists(exercise_beside(file), unknown)) return pass_over(file, {"is_of_teacher"});
    std::string text;
    if (const std::optional<Sentence> fault = read_of_class(file, stop_, text))
      return add(file, {{}, {}, fault});
    const DirectiveText split = split_directives(text);
    const std::string_view named = exercise_of(split);
    if (!named.empty() && !is_same_word(named, exercise_.id))
      return pass_over(file, {"names_other", {{"exercise", std::string(named)}}});
    add(file, read_student_answer(text, exercise_));
  }

  std::string name_of(const std::filesystem::path& path) const {
    return path.lexically_relative(places_.answers).string();
  }
  void add(const std::filesystem::path& path, StudentAnswer answer) {
    found_.answers.push_back({name_of(path), std::move(answer)});
  }
  void pass_over(const std::filesystem::path& path, Sentence reason) {
    found_.passed_over.push_back({name_of(path), std::move(reason)});
  }

  const AnswerPlaces& places_;
  const Exercise& exercise_;
  StopToken stop_;
  std::vector<FoundFile> files_;
  HandedInAnswers found_;
};

}  // namespace

HandedInAnswers read_handed_in(const AnswerPlaces& places, const Exercise& exercise, StopToken stop) {
  std::error_code unknown;  // then reading it as a file refuses
  if (!std::filesystem::is_directory(places.answers, unknown)) {
    // Who names one file has chosen it, also if it is a pipe.
    std::string text;
    const std::optional<Sentence> fault = read_answer(places.answers, stop, text);
    return {{{places.answers.string(),
              fault ? StudentAnswer{{}, {}, fault} : read_student_answer(text, exercise)}},
            {}};
  }
  HandedInAnswers found = ClassFolder(places, exercise, stop).read();
  if (found.answers.empty())
    refuse("no_answers", {}, {{"exercise", exercise.id}, {"folder", places.answers.string()}});
  return found;
}

}  // namespace cellar
