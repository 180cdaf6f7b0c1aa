// The notebooks of a class: each visitor has a database of their own, and a code word that brings it back.
//
// In:      code words; those who come.
// Out:     notebooks. Their databases are temporary, or files of a folder that are called after the code words.
// Refused: more visitors than there may be; more databases for one address than a person needs. A code word that nobody was
//          given brings nothing back, and no file is looked for that is not called like one.
//
// A code word is all that a visitor has to show, so nobody can guess it: it is one of a hundred thousand million.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "web/notebook/notebook.h"
#include "web/student/roster.h"

namespace cellar {

struct ClassroomOptions {
  std::size_t students = 0;
  std::optional<std::filesystem::path> keep{};   // nothing: the databases are gone at the end
  std::size_t map_size = std::size_t{32} << 20;  // bytes of a database
  std::size_t databases_of_one = 20;             // that one address may begin, unless it is a loopback one
};

class Classroom {
 public:
  /// Refuses a folder that cannot be made.
  /// `lessons` must outlive it.
  Classroom(NotebookThreads threads, const NotebookLimits& limits, std::span<const LessonFile> lessons,
            ClassroomOptions options);

  /// Who the students are. Those whose records are kept are there from the beginning.
  Roster& roster() { return *roster_; }

  struct Entered {
    std::string code;
    std::shared_ptr<Notebook> notebook;
  };
  /// Returns null for a code word whose notebook is not open.
  std::shared_ptr<Notebook> find(const std::string& code) const;
  /// Opens the notebook of a code word again, where it is kept. Returns null if nobody was given it. Reads files.
  std::shared_ptr<Notebook> bring_back(const std::string& code);
  /// Begins an empty notebook; nothing if there are as many as may be. `from`: an address, empty for a loopback one. Writes
  /// files.
  std::optional<Entered> enter(const std::string& from);
  /// Ends all statements.
  void end();

 private:
  std::filesystem::path file_of(const std::string& code) const;
  std::shared_ptr<Notebook> open(const std::string& code);
  std::shared_ptr<Notebook> open_place(const std::string& code);

  const NotebookThreads threads_;
  const NotebookLimits limits_;
  const std::span<const LessonFile> lessons_;
  const ClassroomOptions options_;
  const WorkerThreads database_threads_;
  std::unique_ptr<Roster> roster_;

  mutable std::mutex mutex_;  // guards the members below
  std::map<std::string, std::shared_ptr<Notebook>> notebooks_;
  std::size_t opening_ = 0;  // places that are taken, and have no notebook yet
  std::map<std::string, std::size_t> begun_from_;
};

/// Returns a code word that was not given before: "bakuni-rotemi".
std::string new_code_word();
/// Returns whether a text looks like one.
bool is_code_word(std::string_view text);

}  // namespace cellar
