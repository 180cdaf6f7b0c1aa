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

/// Nobody is told where a database lies: its name is the code word of a student.
NotebookLimits of_class(NotebookLimits limits) {
  limits.answer.file_name = "notebook.cellar";
  return limits;
}

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
    : threads_(std::move(threads)),
      limits_(of_class(limits)),
      lessons_(lessons),
      options_(std::move(options)) {
  if (options_.keep) take_folder(*options_.keep);
  roster_ = options_.keep ? std::make_unique<Roster>(*options_.keep) : std::make_unique<Roster>();
}

/// Two programs with one folder would write over the records of each other.
void Classroom::take_folder(const std::filesystem::path& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) refuse("unwritable_file", {}, {{"file", folder.string()}});
  folder_lock_ = std::make_unique<FileLocks>((folder / ".class").string(), false);
  if (!folder_lock_->try_lock(LockRange::presence, LockMode::exclusive))
    refuse("class_folder_in_use", {}, {{"folder", folder.string()}});
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

bool Classroom::is_kept(const std::string& code) const {
  std::error_code unknown;
  return options_.keep && std::filesystem::exists(file_of(code), unknown);
}

std::shared_ptr<Notebook> Classroom::find(const std::string& code) const {
  const std::lock_guard guard(mutex_);
  const auto found = places_.find(code);
  return found == places_.end() ? nullptr : found->second.notebook;
}

bool Classroom::is_away(const std::string& code, std::chrono::steady_clock::time_point now) {
  const std::optional<ClassTime> seen = roster_->student(code)->seen();
  return !seen || now - *seen >= options_.away;
}

/// Nothing was typed there, and who has come is gone.
bool Classroom::may_give_way(const std::string& code, const Place& place,
                             std::chrono::steady_clock::time_point now) {
  if (!place.is_new || !place.notebook->is_untouched() || now - place.since < options_.untouched)
    return false;
  return is_away(code, now);
}

std::set<std::size_t> Classroom::holders() const {
  std::set<std::size_t> numbers;
  const std::lock_guard guard(mutex_);
  for (const auto& [code, place] : places_) numbers.insert(roster_->student(code)->number());
  return numbers;
}

bool Classroom::free_place(std::size_t number) {
  std::shared_ptr<Notebook> notebook;
  {
    const std::lock_guard guard(mutex_);
    const auto found = std::ranges::find_if(
        places_, [&](const auto& place) { return roster_->student(place.first)->number() == number; });
    if (found == places_.end() || !is_away(found->first, std::chrono::steady_clock::now())) return false;
    notebook = std::move(found->second.notebook);
    places_.erase(found);
  }
  notebook->end();
  return true;
}

/// Requires mutex_. One that may give way is moved to `gone`, if there is no place.
bool Classroom::take_place(const std::string& code, Places& gone) {
  if (places_.size() + opening_.size() >= options_.students) {
    const auto now = std::chrono::steady_clock::now();
    const auto empty = std::ranges::find_if(
        places_, [&](const auto& place) { return may_give_way(place.first, place.second, now); });
    if (empty == places_.end()) return false;
    leaving_.insert(empty->first);
    gone.insert(places_.extract(empty));
  }
  opening_.insert(code);
  return true;
}

/// Ends the notebooks, and removes what was kept of them.
void Classroom::remove(Places gone) {
  for (auto& [code, place] : gone) {
    place.notebook->end();
    place.notebook.reset();
    roster_->forget(code);
    std::error_code ignored;
    for (const char* const end : {"", "-lock"})
      if (options_.keep) std::filesystem::remove(file_of(code) += end, ignored);
    const std::lock_guard guard(mutex_);
    leaving_.erase(code);
  }
}

/// Opens the file without holding the lock, so that other requests do not wait.
std::shared_ptr<Notebook> Classroom::open_place(const std::string& code, bool is_new, Places gone) {
  std::shared_ptr<Notebook> notebook;
  try {
    remove(std::move(gone));
    notebook = open(code);
  } catch (...) {
    const std::lock_guard guard(mutex_);
    opening_.erase(opening_.find(code));
    throw;
  }
  const std::lock_guard guard(mutex_);
  opening_.erase(opening_.find(code));
  // Somebody else may have brought the same one back.
  if (const auto found = places_.find(code); found != places_.end()) return found->second.notebook;
  places_.insert({code, {notebook, is_new, std::chrono::steady_clock::now()}});
  return notebook;
}

Classroom::Admission Classroom::bring_back(const std::string& code) {
  if (std::shared_ptr<Notebook> notebook = find(code))
    return {Admission::Outcome::entered, code, std::move(notebook)};
  if (!is_code_word(code) || !is_kept(code)) return {Admission::Outcome::unknown};
  Places gone;
  {
    const std::lock_guard guard(mutex_);
    if (leaving_.contains(code)) return {Admission::Outcome::unknown};
    if (!take_place(code, gone)) return {Admission::Outcome::full};
  }
  return {Admission::Outcome::entered, code, open_place(code, false, std::move(gone))};
}

/// Requires mutex_.
bool Classroom::is_given(const std::string& code) const {
  return places_.contains(code) || opening_.contains(code) || leaving_.contains(code);
}

Classroom::Admission Classroom::enter(const std::string& from) {
  std::string code;
  Places gone;
  for (bool is_free = false; !is_free;) {
    code = options_.code_word();
    if (is_kept(code)) continue;
    const std::lock_guard guard(mutex_);
    const auto now = RecentCounts::Clock::now();
    if (begun_.of(from, now) + 1 > static_cast<double>(options_.at_once))
      return {Admission::Outcome::too_soon};
    if (is_given(code)) continue;
    if (!take_place(code, gone)) return {Admission::Outcome::full};
    begun_.add(from, now);
    is_free = true;
  }
  const std::shared_ptr<Notebook> notebook = open_place(code, true, std::move(gone));
  return {Admission::Outcome::entered, std::move(code), notebook};
}

std::chrono::milliseconds Classroom::delay_of_wrong_code(const std::string& from) {
  constexpr double kFree = 3;  // a person mistypes
  constexpr std::chrono::milliseconds kStep{250}, kMost{5'000};
  const std::lock_guard guard(mutex_);
  const auto now = RecentCounts::Clock::now();
  const auto delay = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::max(0.0, wrong_.of(from, now) + 1 - kFree) * kStep);
  if (delay >= kMost) return kMost;
  wrong_.add(from, now);
  return delay;
}

void Classroom::end() {
  const std::lock_guard guard(mutex_);
  for (const auto& [code, place] : places_) place.notebook->end();
}

}  // namespace cellar
