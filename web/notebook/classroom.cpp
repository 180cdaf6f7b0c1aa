#include "web/notebook/classroom.h"

#include <algorithm>
#include <random>
#include <utility>

#include "refusal/refusal.h"

namespace cellar {

namespace {

constexpr std::string_view kConsonants = "bdfgklmnprstvz";
constexpr std::string_view kVowels = "aeiou";
constexpr std::size_t kSyllables = 6;  // in two parts
constexpr std::size_t kLengthOfCode = 2 * kSyllables + 1;
constexpr std::size_t kHyphen = kLengthOfCode / 2;

}  // namespace

std::string new_code_word() {
  std::random_device random;  // of the system: nobody can foretell it
  std::uniform_int_distribution<std::size_t> consonant(0, kConsonants.size() - 1),
      vowel(0, kVowels.size() - 1);
  std::string code;
  for (std::size_t syllable = 0; syllable < kSyllables; ++syllable) {
    if (code.size() == kHyphen) code += '-';
    code += kConsonants[consonant(random)];
    code += kVowels[vowel(random)];
  }
  return code;
}

bool is_code_word(std::string_view text) {
  if (text.size() != kLengthOfCode || text[kHyphen] != '-') return false;
  std::string letters(text);
  letters.erase(kHyphen, 1);
  for (std::size_t i = 0; i < letters.size(); ++i)
    if ((i % 2 == 0 ? kConsonants : kVowels).find(letters[i]) == std::string_view::npos) return false;
  return true;
}

Classroom::Classroom(NotebookThreads threads, const NotebookLimits& limits,
                     std::span<const LessonFile> lessons, ClassroomOptions options)
    : threads_(std::move(threads)), limits_(limits), lessons_(lessons), options_(std::move(options)) {
  if (!options_.keep) {
    roster_ = std::make_unique<Roster>();
    return;
  }
  std::error_code fault;
  std::filesystem::create_directories(*options_.keep, fault);
  if (fault) refuse("unwritable_file", {}, {{"file", options_.keep->string()}});
  roster_ = std::make_unique<Roster>(*options_.keep);
}

std::filesystem::path Classroom::file_of(const std::string& code) const {
  return *options_.keep / (code + ".cellar");
}

std::shared_ptr<Notebook> Classroom::open(const std::string& code) {
  const auto clock = std::make_shared<LessonClock>();
  const StoreOptions store{.sync = options_.keep.has_value(),
                           .clock = [clock] { return clock->now(); },
                           .clock_is_set = [clock] { return clock->stands(); },
                           .map_size = options_.map_size};
  const DatabaseOptions database{.limits = {}, .threads = database_threads_, .node = {}};
  return std::make_shared<Notebook>(threads_,
                                    options_.keep ? Database::open(file_of(code), store, database)
                                                  : Database::open_temporary(store, database),
                                    clock, limits_, NotebookLessons{lessons_, roster_->student(code)});
}

std::shared_ptr<Notebook> Classroom::find(const std::string& code) const {
  const std::lock_guard guard(mutex_);
  const auto found = notebooks_.find(code);
  return found == notebooks_.end() ? nullptr : found->second;
}

/// Who asks meanwhile need not wait for the file, so it is opened without the lock.
std::shared_ptr<Notebook> Classroom::open_place(const std::string& code) {
  std::shared_ptr<Notebook> notebook;
  try {
    notebook = open(code);
  } catch (...) {
    const std::lock_guard guard(mutex_);
    --opening_;
    throw;
  }
  const std::lock_guard guard(mutex_);
  --opening_;
  // Somebody else may have brought the same one back.
  return notebooks_.emplace(code, std::move(notebook)).first->second;
}

std::shared_ptr<Notebook> Classroom::bring_back(const std::string& code) {
  if (std::shared_ptr<Notebook> notebook = find(code)) return notebook;
  std::error_code unknown;
  if (!options_.keep || !is_code_word(code) || !std::filesystem::is_regular_file(file_of(code), unknown))
    return nullptr;
  {
    const std::lock_guard guard(mutex_);
    if (notebooks_.size() + opening_ >= options_.students) return nullptr;
    ++opening_;
  }
  return open_place(code);
}

std::optional<Classroom::Entered> Classroom::enter(const std::string& from) {
  {
    const std::lock_guard guard(mutex_);
    if (notebooks_.size() + opening_ >= options_.students) return std::nullopt;
    if (!from.empty() && begun_from_[from]++ >= options_.databases_of_one) return std::nullopt;
    ++opening_;
  }
  std::string code = new_code_word();
  const std::shared_ptr<Notebook> notebook = open_place(code);
  return Entered{std::move(code), notebook};
}

void Classroom::end() {
  const std::lock_guard guard(mutex_);
  for (const auto& [code, notebook] : notebooks_) notebook->end();
}

}  // namespace cellar
