#include "web/student/roster.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

namespace cellar {

namespace {

constexpr std::size_t kLongestRecord = std::size_t{1} << 20;

std::optional<StudentRecord> read_record_file(const std::filesystem::path& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt;
  if (std::filesystem::file_size(path, unknown) > kLongestRecord || unknown) return std::nullopt;
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return read_record(text.str());
}

}  // namespace

/// A number that two records have is the first one's; the other gets the next one that is free, as does a record without.
Roster::Roster(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code fault;
  std::map<std::string, StudentRecord> found;  // by code word, so that each start has the same order
  for (std::filesystem::directory_iterator entry(*folder_, fault), end; entry != end;
       entry.increment(fault)) {
    const std::filesystem::path& path = entry->path();
    if (path.extension() != ".json") continue;
    if (std::optional<StudentRecord> record = read_record_file(path))
      found[path.stem().string()] = *std::move(record);
    else
      set_aside(path);
  }
  std::map<std::size_t, std::string> numbers;
  for (auto& [code, record] : found)
    if (record.number > 0 && !numbers.emplace(record.number, code).second) record.number = 0;
  last_number_ = numbers.empty() ? 0 : numbers.rbegin()->first;
  for (auto& [code, record] : found) {
    if (record.number == 0) record.number = ++last_number_;
    students_[code] = std::make_shared<Student>(std::move(record), file_of(code));
  }
}

/// What it holds may be mended by hand, and is not written over.
void Roster::set_aside(const std::filesystem::path& record) {
  std::error_code fault;
  if (!std::filesystem::exists(std::filesystem::path(record).replace_extension(".cellar"), fault)) return;
  std::filesystem::path aside = record;
  aside += ".damaged";
  std::filesystem::rename(record, aside, fault);
  if (!fault) damaged_.push_back(record);
}

std::shared_ptr<Student> Roster::student(const std::string& code) {
  const std::lock_guard guard(mutex_);
  std::shared_ptr<Student>& student = students_[code];
  if (student) return student;
  StudentRecord record;
  record.number = ++last_number_;
  std::optional<std::filesystem::path> file;
  if (folder_) file = file_of(code);
  student = std::make_shared<Student>(std::move(record), std::move(file));
  return student;
}

void Roster::forget(const std::string& code) {
  {
    const std::lock_guard guard(mutex_);
    students_.erase(code);
  }
  std::error_code ignored;
  if (folder_) std::filesystem::remove(file_of(code), ignored);
}

std::vector<std::shared_ptr<Student>> Roster::all() const {
  std::vector<std::shared_ptr<Student>> students;
  {
    const std::lock_guard guard(mutex_);
    for (const auto& [code, student] : students_) students.push_back(student);
  }
  std::ranges::sort(students, {}, [](const auto& student) { return student->number(); });
  return students;
}

std::shared_ptr<Student> Roster::find(std::size_t number) const {
  const std::lock_guard guard(mutex_);
  for (const auto& [code, student] : students_)
    if (student->number() == number) return student;
  return nullptr;
}

}  // namespace cellar
