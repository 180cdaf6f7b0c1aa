#include "program/subcommands/check_command.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>

#include "program/cluster.h"
#include "program/words/program_words.h"
#include "shell/check/check_report.h"
#include "shell/editor/interrupt.h"
#include "shell/files/script_file.h"
#include "shell/files/script_folder.h"
#include "shell/teach/figure/figure.h"
#include "types/text/text.h"

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
  std::error_code unknown;  // then reading it as a script refuses
  const bool is_folder = std::filesystem::is_directory(path, unknown);
  std::vector<FoundScript> found;
  for (const std::filesystem::path& script : scripts_of_path(path)) {
    const std::filesystem::path folder = script.parent_path();
    const std::string inside = is_folder ? folder.lexically_relative(path).string() : ".";
    found.push_back({script, inside == "." ? folder.filename().string() : inside});
  }
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

/// Returns true if the pattern, with * and ?, fits a part of the path; each of several patterns may.
bool is_wanted(const CheckOptions& options, const std::filesystem::path& path) {
  return options.only.empty() || std::ranges::any_of(options.only, [&](const std::string& pattern) {
           return fnmatch(("*" + pattern + "*").c_str(), path.c_str(), 0) == 0;
         });
}

std::vector<FoundScript> find_wanted(const CheckOptions& options) {
  std::vector<FoundScript> scripts;
  for (const std::filesystem::path& path : options.paths) {
    for (FoundScript& script : find_scripts(path)) {
      if (is_wanted(options, script.path)) scripts.push_back(std::move(script));
    }
  }
  if (scripts.empty())
    refuse("no_scripts_wanted", {}, {{"pattern", fmt::format("{}", fmt::join(options.only, ", "))}});
  return scripts;
}

std::string show_row(std::string_view folder, const FolderCount& count, std::size_t width,
                     const ProgramWords::Speech& say) {
  const auto part = [&](std::size_t number, std::size_t all, int digits) {
    return say("{number} of {all}", {{"number", fmt::format("{:>{}}", number, digits)},
                                     {"all", fmt::format("{:>{}}", all, digits)}});
  };
  std::string row = padded(folder, width) + "  " + part(count.matched, count.answers, 6) + "  " +
                    part(count.passed, count.scripts, 5);
  if (count.known > 0) row += say("  {count} known", {{"count", std::to_string(count.known)}});
  return row + '\n';
}

std::string show_summary(const std::map<std::string, FolderCount>& folders, const FolderCount& all,
                         const ProgramWords::Speech& say) {
  std::size_t width = 6;
  for (const auto& [folder, count] : folders) width = std::max(width, folder.size());
  std::string table = padded(say("folder"), width) + "  " + padded(say("answers"), 16, FigureSide::right) +
                      "  " + padded(say("scripts"), 14, FigureSide::right) + '\n';
  for (const auto& [name, count] : folders) table += show_row(name, count, width, say);
  return table + show_row(say("all"), all, width, say);
}

FolderCount count_of(const CheckedScript& script) {
  return {.answers = script.report.answers,
          .matched = script.report.matched,
          .scripts = 1,
          .passed = script.passed() ? std::size_t{1} : 0,
          .known = script.report.known};
}

CheckedScript check_one(const FoundScript& script, const CheckOptions& options,
                        const std::vector<KnownDifference>& known, Connection* cluster) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string text = read_whole(script.path);
  const auto check = [&](const std::string& checked) {
    return check_script(checked, {options.policy, options.path, interrupt_token(), cluster},
                        known_for(known, script.path));
  };
  CheckedScript checked{script.path.string(), script.folder, check(text)};
  checked.is_updated = options.update && checked.report.updated != text;
  if (checked.is_updated) {
    const std::string updated = std::move(checked.report.updated);
    write_whole(script.path, updated);
    checked.report = check(updated);  // what is left is no answer that has changed
  }
  checked.time = std::chrono::steady_clock::now() - begin;
  return checked;
}

/// Prints what a script's check has found, in the form that was asked for.
void show(const CheckedScript& script, std::size_t number, const CheckOptions& options, bool colour,
          Language language, Output& output) {
  if (options.tap) {
    output.write(tap_line(number, script));
  } else {
    for (const ScriptDifference& difference : script.report.differences) {
      const std::string text = show_difference(difference, script.path, colour, language);
      colour ? output.write(text) : output.write_text(text);
    }
  }
  if (script.is_updated)
    output.write_text((options.tap ? "# " : "") +
                      ProgramWords::say(language, "{file}: updated\n", {{"file", script.path}}));
  output.end_statement();
}

/// Makes of each line one that readers of TAP pass over.
std::string as_comments(std::string_view lines) {
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    text += fmt::format("# {}\n", lines.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

}  // namespace

int run_check(const CheckOptions& options, bool colour, Language language, Output& output) {
  const std::vector<KnownDifference> known =
      options.known ? read_known_differences(*options.known) : std::vector<KnownDifference>();
  const std::vector<FoundScript> scripts = find_wanted(options);
  const std::unique_ptr<Connection> cluster =
      options.connect.nodes ? connect_to_cluster(options.connect, options.policy, language) : nullptr;
  std::vector<CheckedScript> checked;
  std::map<std::string, FolderCount> folders;
  FolderCount all;
  if (options.tap) output.write(tap_head(scripts.size()));
  for (const FoundScript& script : scripts) {
    checked.push_back(check_one(script, options, known, cluster.get()));
    show(checked.back(), checked.size(), options, colour, language, output);
    checked.back().report.updated.clear();
    folders[script.folder].add(count_of(checked.back()));
    all.add(count_of(checked.back()));
    if (interrupted()) break;
  }
  if (options.tap && checked.size() < scripts.size()) output.write("Bail out! interrupted\n");
  if (options.junit) write_whole(*options.junit, junit_report(checked));
  const ProgramWords::Speech say(options.tap ? Language::english : language);
  std::string end = options.summary ? show_summary(folders, all, say) : "";
  end += say("{passed} passed, {failed} failed\n",
             {{"passed", std::to_string(all.passed)}, {"failed", std::to_string(all.scripts - all.passed)}});
  output.write_text(options.tap ? as_comments(end) : end);
  return all.passed == scripts.size() ? 0 : 1;
}

}  // namespace cellar
