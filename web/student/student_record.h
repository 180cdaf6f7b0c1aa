// What is kept of a student: the name that they typed, how far they are in lessons, what they have for exercises.
//
// In:      the text of a file; a record.
// Out:     a record; its text, one line of JSON:
//          {"number":7,"name":"Ann","exercises":{"likes":{"hundredths":891,"hints":{"T1":1}}},"lessons":{"L2":4}}
// Refused: nothing. A text that is something else reads as nothing; members that are unknown are passed over.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

struct ExerciseMark {
  std::optional<int> best{};                   // hundredths of a point; nothing: no answer was handed in
  std::map<std::string, std::size_t> hints{};  // of each task, how many were asked for
};

struct StudentRecord {
  std::size_t number = 0;  // in the class, from 1 on
  std::string name{};      // may be empty
  std::map<std::string, ExerciseMark> exercises{};
  std::map<std::string, std::size_t, std::less<>> lessons{};  // steps that are done
};

std::string record_json(const StudentRecord& record);
std::optional<StudentRecord> read_record(std::string_view text);

/// A name as it is kept: on one line, of at most forty characters.
std::string fit_name(std::string_view typed);

}  // namespace cellar
