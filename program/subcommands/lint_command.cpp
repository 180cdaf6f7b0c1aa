#include "program/subcommands/lint_command.h"

#include "shell/check/lint_script.h"
#include "shell/editor/interrupt.h"
#include "shell/files/script_file.h"

namespace cellar {

namespace {

constexpr int kNoErrors = 0, kHasErrors = 1, kHasRefusals = 2;

std::string read_script_text(const std::filesystem::path& path) {
  std::string text;
  ScriptFile file(path, interrupt_token());
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) text += piece;
  return text;
}

}  // namespace

int run_lint(const LintOptions& options, Language language, Output& output) {
  watch_requests_to_end();
  LintLevels levels;
  for (const std::string& level : options.given) levels.set(level);
  bool has_errors = false, has_refusals = false;
  for (const std::filesystem::path& path : options.paths) {
    const LintedScript script =
        lint_script(path.string(), read_script_text(path), levels, options.policy, interrupt_token());
    if (interrupted()) return 128 + interrupting_signal();
    output.write(options.json ? linted_json(script, language) : linted_text(script, language));
    has_errors = has_errors || script.count(LintLevel::error) > 0;
    has_refusals = has_refusals || !script.refused.empty();
  }
  return has_errors ? kHasErrors : has_refusals ? kHasRefusals : kNoErrors;
}

}  // namespace cellar
