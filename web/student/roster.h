// The students of a class, by their code words.
//
// In:      code words that were given; the folder in which records are kept, if any.
// Out:     the student of each code word, until it is forgotten or the program ends.
// Refused: nothing. The record of a database that cannot be read is set aside: CODE.json.damaged. Another file that is
//          no record is passed over.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "web/student/student.h"

namespace cellar {

class Roster {
 public:
  Roster() = default;
  /// Reads the records of the folder: CODE.json beside the database CODE.cellar.
  explicit Roster(std::filesystem::path folder);

  /// Returns the student of a code word, who is a new one if there is none.
  std::shared_ptr<Student> student(const std::string& code);
  /// Nobody has the code word any more. Removes the record.
  void forget(const std::string& code);
  /// Records that were set aside, under the names that they had.
  const std::vector<std::filesystem::path>& damaged() const { return damaged_; }
  /// In the order of their numbers.
  std::vector<std::shared_ptr<Student>> all() const;
  /// Returns null for a number that nobody has.
  std::shared_ptr<Student> find(std::size_t number) const;

 private:
  void set_aside(const std::filesystem::path& record);
  std::filesystem::path file_of(const std::string& code) const { return *folder_ / (code + ".json"); }

  std::optional<std::filesystem::path> folder_;
  std::vector<std::filesystem::path> damaged_;
  mutable std::mutex mutex_;  // guards the members below
  std::map<std::string, std::shared_ptr<Student>> students_;
  std::size_t last_number_ = 0;
};

}  // namespace cellar
