#include "shell/move/move_record.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "refusal/refusal.h"

namespace cellar {

namespace {

constexpr std::string_view kFirstLine = "cellar move, record 1";
/// No token is greater.
constexpr std::int64_t kDone = std::numeric_limits<std::int64_t>::max();

std::string key_of(MoveRecord::Work work, const std::string& table) {
  return (work == MoveRecord::Work::copied ? "copied " : "checked ") + table;
}

std::chrono::seconds age_of(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto written = std::filesystem::last_write_time(path, unknown);
  if (unknown) return {};
  return std::chrono::duration_cast<std::chrono::seconds>(std::filesystem::file_time_type::clock::now() -
                                                          written);
}

}  // namespace

MoveRecord::MoveRecord(std::filesystem::path path, std::string title)
    : path_(std::move(path)), title_(std::move(title)) {
  const std::string head = fmt::format("{}\n{}\n", kFirstLine, title_);
  std::ifstream file(path_);
  std::string found(head.size(), '\0');
  file.read(found.data(), static_cast<std::streamsize>(found.size()));
  found.resize(static_cast<std::size_t>(file.gcount()));
  // A run may have been killed before it had written the head.
  const bool is_new = found.size() < head.size() && head.starts_with(found);
  if (!is_new) {
    age_ = age_of(path_);
    file.clear();
    file.seekg(0);
    read(file);
  }
  file_.open(path_, is_new ? std::ios::trunc : std::ios::app);
  // A line that was not ended is ended now.
  append(is_new ? head.substr(0, head.size() - 1) : "");
}

void MoveRecord::read(std::ifstream& file) {
  std::string first, title;
  const bool is_record = std::getline(file, first) && first == kFirstLine && std::getline(file, title);
  if (!is_record || title != title_)
    refuse(is_record ? "move_record_of_other" : "move_record_unknown", {},
           {{"file", path_.string()}, {"move", title}});
  for (std::string line; std::getline(file, line);) {
    const std::size_t blank = line.rfind(' ');
    if (file.eof() || blank == line.npos) continue;
    std::int64_t token = 0;
    const auto [stop, error] = std::from_chars(line.data() + blank + 1, line.data() + line.size(), token);
    if (error == std::errc() && stop == line.data() + line.size()) through_[line.substr(0, blank)] = token;
    if (line.starts_with("forgotten ")) {
      through_.erase(key_of(Work::copied, line.substr(blank + 1)));
      through_.erase(key_of(Work::checked, line.substr(blank + 1)));
    }
  }
}

void MoveRecord::append(const std::string& line) {
  file_ << line << '\n' << std::flush;
  if (!file_)
    refuse("move_record_unwritten", {},
           {{"file", path_.string()}, {"reason", std::generic_category().message(errno)}});
}

std::optional<std::int64_t> MoveRecord::through(Work work, const std::string& table) const {
  const auto found = through_.find(key_of(work, table));
  return found == through_.end() ? std::nullopt : std::optional(found->second);
}

bool MoveRecord::is_done(Work work, const std::string& table) const { return through(work, table) == kDone; }

void MoveRecord::note(Work work, const std::string& table, std::int64_t token) {
  const std::string key = key_of(work, table);
  append(fmt::format("{} {}", key, token));
  through_[key] = token;
}

void MoveRecord::note_done(Work work, const std::string& table) { note(work, table, kDone); }

void MoveRecord::forget(const std::string& table) {
  if (through_.erase(key_of(Work::copied, table)) + through_.erase(key_of(Work::checked, table)) > 0)
    append("forgotten " + table);
}

void MoveRecord::remove() {
  file_.close();
  std::error_code none;
  std::filesystem::remove(path_, none);
}

}  // namespace cellar
