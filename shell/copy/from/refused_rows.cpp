#include "shell/copy/from/refused_rows.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "shell/copy/times/read_at_second.h"
#include "shell/copy/words/copy_words.h"
#include "shell/files/database_files.h"
#include "shell/render/time_zone.h"
#include "types/text/text.h"
#include "types/time/time.h"

namespace cellar {

namespace {

constexpr std::size_t kShownBytes = 4096;

[[noreturn]] void refuse_unwritable(const std::filesystem::path& file, int error) {
  refuse("copy_error_file", {},
         {{"file", file.string()}, {"reason", std::generic_category().message(error == 0 ? EIO : error)}});
}

/// A link has its name even if it leads nowhere. What the system does not tell is refused: to take it for a free name
/// would be to look for one for ever.
bool is_taken(const std::filesystem::path& name) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::symlink_status(name, error).type();
  if (type == std::filesystem::file_type::none) refuse_unwritable(name, error.value());
  return type != std::filesystem::file_type::not_found;
}

/// Returns the name, with ".2" and so on behind it if it is taken.
std::filesystem::path free_name(const std::string& name) {
  std::filesystem::path free = name;
  for (int number = 2; is_taken(free); ++number) free = fmt::format("{}.{}", name, number);
  return free;
}

/// Returns a name that no file has: "import_ks_t.err.20261123_051122", and ".2" behind it if that is taken. As in cqlsh, the
/// time is the local one of this machine.
std::filesystem::path dated(const std::filesystem::path& path, Seconds second) {
  constexpr Seconds kDay = 86'400;
  const Seconds local = second + TimeZone::find("LOCAL")->at(second).seconds;
  const std::int64_t days = floor_divide(local, kDay);
  const CivilDate date = civil_from_days(days);
  const Seconds time = local - days * kDay;
  return free_name(fmt::format("{}.{:04}{:02}{:02}_{:02}{:02}{:02}", path.string(), date.year, date.month,
                               date.day, time / 3600, time / 60 % 60, time % 60));
}

bool is_among(const std::filesystem::path& path, const std::vector<std::string>& files) {
  return std::ranges::any_of(files, [&path](const std::string& file) {
    std::error_code error;
    return std::filesystem::equivalent(path, file, error);
  });
}

}  // namespace

RefusedRows::RefusedRows(CopyContext& context, std::filesystem::path file)
    : context_(context), path_(std::move(file)) {}

void RefusedRows::avoid(const std::vector<std::string>& sources) {
  const std::string name = path_.string();
  for (int number = 2; is_among(path_, sources); ++number) path_ = fmt::format("{}.{}", name, number);
}

void RefusedRows::refuse_wrong_file(const std::vector<std::string>& sources) const {
  refuse_database_file(path_, context_.connection);
  std::error_code error;
  if (is_among(path_, sources)) refuse("copy_error_file_is_source", {}, {{"file", path_.string()}});
  const std::filesystem::file_type type = std::filesystem::status(path_, error).type();
  // What is unknown here, such as a link that leads to itself, make_way() moves away or refuses.
  if (type != std::filesystem::file_type::none && type != std::filesystem::file_type::not_found &&
      type != std::filesystem::file_type::regular)
    refuse_unwritable(path_, type == std::filesystem::file_type::directory ? EISDIR : EINVAL);
}

void RefusedRows::add(std::string_view row, std::uint64_t line, const std::string& file,
                      const Diagnostic& diagnostic) {
  if (kept_.rows < kShown) show(row, line, file, diagnostic);
  if (!file_.is_open()) open_file();
  errno = 0;
  file_ << row << '\n';
  if (!file_.flush()) give_up_row(errno);
  kept_.bytes += row.size() + 1;
  ++kept_.rows;
}

void RefusedRows::keep_only(const Kept& first) {
  if (kept_.rows <= first.rows) return;
  kept_ = first;
  if (cut_file()) return;
  context_.output.write_diagnostic(CopyWords::say(
      context_.language, "-- {file} could not be cut: what is in it behind row {row} will be refused again\n",
      {{"file", path_.string()}, {"row", std::to_string(first.rows)}}));
}

bool RefusedRows::cut_file() {
  file_.clear();
  file_.close();
  std::error_code error;
  std::filesystem::resize_file(path_, kept_.bytes, error);
  if (kept_.bytes == 0) std::filesystem::remove(path_, error);
  return !error;
}

/// A part of a row would be loaded as another row.
void RefusedRows::give_up_row(int error) {
  cut_file();
  refuse_unwritable(path_, error);
}

/// Shows the beginning of a long row; the fault is shown without its place if that comes later in the row.
void RefusedRows::show(std::string_view row, std::uint64_t line, const std::string& file,
                       Diagnostic diagnostic) const {
  const std::size_t shown = std::min(row.size(), kShownBytes);
  const std::string_view text = row.substr(0, character_boundary(row, shown));
  if (diagnostic.span.empty())
    diagnostic.span.end = static_cast<std::uint32_t>(std::min(text.find('\n'), text.size()));
  if (diagnostic.span.end > text.size()) diagnostic.span = {};
  const SourcePlace place{file, static_cast<std::size_t>(line), 1, text};
  context_.output.write_diagnostic(render(context_.diagnostic_form, diagnostic, place,
                                          context_.colour_diagnostics, {}, context_.language,
                                          context_.output.diagnostic_columns()));
}

/// Moves a file of the name away if nobody writes it; else takes the next free name.
void RefusedRows::make_way() {
  if (!is_taken(path_)) return;
  const FileHold found(open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (found.is_open() && found.take(path_) == FileHold::Outcome::lost) {
    path_ = free_name(path_.string());
    return;
  }
  const std::filesystem::path kept = dated(path_, second_now(context_.connection));
  std::error_code error;
  std::filesystem::rename(path_, kept, error);
  if (error) refuse_unwritable(path_, error.value());
  context_.output.write_diagnostic(CopyWords::say(context_.language,
                                                  "-- {file} was there before: it is now {kept}\n",
                                                  {{"file", path_.string()}, {"kept", kept.string()}}));
}

void RefusedRows::open_file() {
  for (;;) {
    make_way();
    hold_ = FileHold(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!hold_.is_open() && errno != EEXIST) refuse_unwritable(path_, errno);
    if (hold_.is_open() && hold_.take(path_) != FileHold::Outcome::lost) break;
  }
  errno = 0;
  file_.open(path_, std::ios::binary | std::ios::app);
  if (!file_) refuse_unwritable(path_, errno);
}

void RefusedRows::conclude(const std::string& command) {
  if (kept_.rows == 0 || context_.diagnostic_form == DiagnosticForm::json) return;
  if (kept_.rows > kShown)
    context_.output.write_diagnostic(CopyWords::say(context_.language,
                                                    "-- {rows|more row was|more rows were} refused\n",
                                                    {{"rows", std::to_string(kept_.rows - kShown)}}));
  context_.output.write_diagnostic(CopyWords::say(
      context_.language,
      "-- the {rows|refused row is|refused rows are} in {file}; mend that file, then run\n--   {command}\n",
      {{"rows", std::to_string(kept_.rows)}, {"file", path_.string()}, {"command", command}}));
}

}  // namespace cellar
