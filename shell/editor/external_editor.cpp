#include "shell/editor/external_editor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "shell/editor/words/editor_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kNotFound = 127;  // as sh says it

/// A file with the text, in a folder that nobody else may enter, gone at the end.
class EditedFile {
 public:
  explicit EditedFile(std::string_view text) {
    std::error_code failed;
    std::string pattern = (std::filesystem::temp_directory_path(failed) / "cellar-XXXXXX").string();
    if (failed || mkdtemp(pattern.data()) == nullptr) return;
    folder_ = pattern;
    std::ofstream file(path(), std::ios::binary);
    file << text << '\n';
    file.close();
    is_written_ = file.good();
  }
  ~EditedFile() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  EditedFile(const EditedFile&) = delete;
  EditedFile& operator=(const EditedFile&) = delete;

  bool is_written() const { return is_written_; }
  std::filesystem::path path() const { return folder_ / "statement.cql"; }

 private:
  std::filesystem::path folder_;
  bool is_written_ = false;
};

/// The editor's words are sh's, so that it may have arguments and quotes.
[[noreturn]] void run_editor(const std::string& editor, const std::string& file) {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGQUIT, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  const std::string command =
      !editor.empty() ? editor + " \"$1\""
                      : "for e in vi nano; do command -v $e >/dev/null && exec $e \"$1\"; done; exit 127";
  execl("/bin/sh", "sh", "-c", command.c_str(), "sh", file.c_str(), nullptr);
  _exit(kNotFound);
}

/// Ctrl-C and Ctrl-\ are the editor's while it runs.
class IgnoredSignals {
 public:
  IgnoredSignals() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~IgnoredSignals() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;

 private:
  struct sigaction interrupt_ = {};
  struct sigaction quit_ = {};
};

/// Returns the exit status; 128 and the signal if one ended the editor.
int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string reason_of(int status, const std::string& editor, const EditorWords::Speech& say) {
  if (status != kNotFound)
    return say("the editor {editor} ended with status {status}",
               {{"editor", editor.empty() ? "" : "'" + editor + "'"}, {"status", std::to_string(status)}});
  if (editor.empty()) return say("there is no editor: set EDITOR to the name of one");
  return say("the editor '{editor}' was not found: set EDITOR to another one", {{"editor", editor}});
}

}  // namespace

std::variant<std::string, EditorFailure> edit_file(const std::filesystem::path& path,
                                                   const std::string& editor, Language language) {
  const EditorWords::Speech say(language);
  const std::string name = std::filesystem::absolute(path).string();  // no option, whatever it begins with
  const IgnoredSignals ignored;
  const pid_t child = fork();
  if (child < 0) {
    return EditorFailure{say("the editor could not be started: {reason}",
                             {{"reason", std::generic_category().message(errno)}})};
  }
  if (child == 0) run_editor(editor, name);
  const int status = wait_for(child);
  if (status != 0) return EditorFailure{reason_of(status, editor, say)};
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  std::string saved = clean_paste(text.str());
  while (!saved.empty() && saved.back() == '\n') saved.pop_back();
  return saved;
}

std::variant<std::string, EditorFailure> edit_outside(std::string_view text, const std::string& editor,
                                                      Language language) {
  const EditedFile file(text);
  if (!file.is_written())
    return EditorFailure{EditorWords::say(language, "no temporary file could be written for the editor")};
  return edit_file(file.path(), editor, language);
}

}  // namespace cellar
