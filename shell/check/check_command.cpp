#include "shell/check/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "refusal/width.h"
#include "shell/check/checker.h"
#include "shell/interrupt.h"
#include "shell/script_file.h"

namespace cellar {

namespace {

struct FoundScript {
  std::filesystem::path path;
  std::string folder;  // as the table of folders names it
};

struct FolderCount {
  std::size_t answers = 0;
  std::size_t matched = 0;
  std::size_t scripts = 0;
  std::size_t passed = 0;
  std::size_t known = 0;

  void add(const FolderCount& other) {
    answers += other.answers;
    matched += other.matched;
    scripts += other.scripts;
    passed += other.passed;
    known += other.known;
  }
};

std::vector<FoundScript> find_scripts(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {{path, path.parent_path().filename().string()}};
  std::vector<FoundScript> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".cql") continue;
    const std::filesystem::path folder = entry.path().parent_path();
    const std::string inside = folder.lexically_relative(path).string();
    found.push_back({entry.path(), inside == "." ? folder.filename().string() : inside});
  }
  if (found.empty()) refuse("no_scripts", {}, {{"folder", path.string()}});
  std::sort(found.begin(), found.end(),
            [](const FoundScript& left, const FoundScript& right) { return left.path < right.path; });
  return found;
}

std::string read_whole(const std::filesystem::path& path) {
  std::string text;
  ScriptFile file(path);
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  return text;
}

// Writes a second file and renames it, so that a full disk leaves the script unchanged.
void write_whole(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::ofstream file(fresh, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(fresh, path, error);
  if (!file || error) refuse("unwritable_file", {}, {{"file", path.string()}});
}

std::string show(const ScriptDifference& difference, const std::filesystem::path& path) {
  std::string_view statement = fit(difference.statement, 100);
  return fmt::format("{}:{}: {}{}\n  expected: {}\n  got:      {}\n", path.string(), difference.line,
                     expand(statement), statement.size() < difference.statement.size() ? "..." : "",
                     expand(difference.expected), expand(difference.got));
}

std::string show_row(std::string_view folder, const FolderCount& count, std::size_t width) {
  std::string row = fmt::format("{:<{}}  {:>6} of {:>6}  {:>5} of {:>5}", folder, width, count.matched,
                                count.answers, count.passed, count.scripts);
  if (count.known > 0) row += fmt::format("  {} known", count.known);
  return row + '\n';
}

std::string show_summary(const std::map<std::string, FolderCount>& folders, const FolderCount& all) {
  std::size_t width = 6;
  for (const auto& [folder, count] : folders) width = std::max(width, folder.size());
  std::string table = fmt::format("{:<{}}  {:>16}  {:>14}\n", "folder", width, "answers", "scripts");
  for (const auto& [folder, count] : folders) table += show_row(folder, count, width);
  return table + show_row("all", all, width);
}

FolderCount check_one(const FoundScript& script, const CheckOptions& options,
                      const std::vector<KnownDifference>& known, Output& output) {
  const std::string text = read_whole(script.path);
  const ScriptReport report = check_script(text, options.policy, options.path, known_for(known, script.path));
  for (const ScriptDifference& difference : report.differences)
    output.write_text(show(difference, script.path));
  if (options.update && report.updated != text) {
    write_whole(script.path, report.updated);
    output.write_text(fmt::format("{}: updated\n", script.path.string()));
  }
  return {.answers = report.answers,
          .matched = report.matched,
          .scripts = 1,
          .passed = report.differences.empty() ? std::size_t{1} : 0,
          .known = report.known};
}

}  // namespace

int run_check(const CheckOptions& options, Output& output) {
  const std::vector<KnownDifference> known =
      options.known ? read_known_differences(*options.known) : std::vector<KnownDifference>();
  std::vector<FoundScript> scripts;
  for (const std::filesystem::path& path : options.paths) {
    for (FoundScript& script : find_scripts(path)) scripts.push_back(std::move(script));
  }
  std::map<std::string, FolderCount> folders;
  FolderCount all;
  for (const FoundScript& script : scripts) {
    const FolderCount count = check_one(script, options, known, output);
    folders[script.folder].add(count);
    all.add(count);
    if (interrupted()) break;
  }
  if (options.summary) output.write_text(show_summary(folders, all));
  output.write(fmt::format("{} passed, {} failed\n", all.passed, all.scripts - all.passed));
  return all.passed == scripts.size() ? 0 : 1;
}

}  // namespace cellar
