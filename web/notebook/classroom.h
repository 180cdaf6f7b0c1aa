// The notebooks of a class: each visitor has a database of their own, and a code word that brings it back.
//
// In:      code words; those who come, and from where.
// Out:     notebooks. Their databases are temporary, or files of a folder that are called after the code words.
// Refused: more visitors than there may be, but for one in whose notebook nothing was typed, who gives way; many in a
//          short time from one address, which a whole school may have. A code word that nobody was given brings nothing
//          back, and no file is looked for that is not called like one; who tries many of them waits.
//
// A code word is all that a visitor has to show, so nobody can guess it: it is one of a hundred thousand million.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "storage/system/file_locks.h"
#include "web/notebook/notebook.h"
#include "web/notebook/recent_counts.h"
#include "web/student/roster.h"

namespace cellar {

/// Returns a code word by chance: "bakuni-rotemi".
std::string new_code_word();

struct ClassroomOptions {
  std::size_t students = 0;
  std::optional<std::filesystem::path> keep{};   // nothing: the databases are gone at the end
  std::size_t map_size = std::size_t{32} << 20;  // bytes of a database
  std::size_t at_once = 20;                      // databases that one address may begin; then one each second
  std::chrono::seconds untouched{120};           // then a notebook gives way in which nothing was typed,
  std::chrono::seconds away{15};                 // if its page was not seen for so long
  std::function<std::string()> code_word = new_code_word;
};

class Classroom {
 public:
  /// Refuses a folder that cannot be made or written, or that another class keeps.
  /// `lessons` must outlive it.
  Classroom(NotebookThreads threads, const NotebookLimits& limits, std::span<const LessonFile> lessons,
            ClassroomOptions options);

  /// Who the students are. Those whose records are kept are there from the beginning.
  Roster& roster() { return *roster_; }

  struct Admission {
    enum class Outcome { entered, unknown, full, too_soon };
    Outcome outcome = Outcome::entered;
    std::string code{};
    std::shared_ptr<Notebook> notebook{};  // null unless entered
  };
  /// Returns null for a code word whose notebook is not open.
  std::shared_ptr<Notebook> find(const std::string& code) const;
  /// Opens the notebook of a code word again, where it is kept. Reads files.
  Admission bring_back(const std::string& code);
  /// Begins an empty notebook. `from`: an address, or an empty text for all whose address is not known. Writes files.
  Admission enter(const std::string& from);
  /// Closes the notebook of the student with this number, so that another one can come: its file stays, where it is kept, and so
  /// does what is known of the student. Returns false if they have no place, or their page was seen lately.
  bool free_place(std::size_t number);
  /// The numbers of the students who have places.
  std::set<std::size_t> holders() const;
  /// To be called with each code word that nobody was given; returns how long who has sent it must wait.
  std::chrono::milliseconds delay_of_wrong_code(const std::string& from);
  /// Ends all statements.
  void end();

 private:
  struct Place {
    std::shared_ptr<Notebook> notebook;
    bool is_new;  // it was not brought back
    std::chrono::steady_clock::time_point since;
  };

  using Places = std::map<std::string, Place>;

  void take_folder(const std::filesystem::path& folder);
  bool is_away(const std::string& code, std::chrono::steady_clock::time_point now);
  bool may_give_way(const std::string& code, const Place& place, std::chrono::steady_clock::time_point now);
  std::filesystem::path file_of(const std::string& code) const;
  bool is_kept(const std::string& code) const;
  std::shared_ptr<Notebook> open(const std::string& code);
  std::shared_ptr<Notebook> open_place(const std::string& code, bool is_new, Places gone);
  bool take_place(const std::string& code, Places& gone);
  bool is_given(const std::string& code) const;
  void remove(Places gone);

  const NotebookThreads threads_;
  const NotebookLimits limits_;
  const std::span<const LessonFile> lessons_;
  const ClassroomOptions options_;
  const WorkerThreads database_threads_;
  std::unique_ptr<FileLocks> folder_lock_;  // null: nothing is kept
  std::unique_ptr<Roster> roster_;

  mutable std::mutex mutex_;  // guards the members below; no file is touched meanwhile
  Places places_;
  std::multiset<std::string> opening_;  // whose notebooks are being opened, and have places
  std::set<std::string> leaving_;       // whose files are being removed
  RecentCounts begun_{std::chrono::seconds(1)}, wrong_{std::chrono::seconds(2)};
};

/// Returns whether a text looks like one.
bool is_code_word(std::string_view text);

}  // namespace cellar
