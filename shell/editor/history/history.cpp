#include "shell/editor/history/history.h"

#include <system_error>
#include <utility>

#include "shell/editor/words/editor_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_part_of_word(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '_';
}

/// Both in lower case.
bool holds_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part_of_word(text[at - 1])) && (end == text.size() || !is_part_of_word(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool holds_secret(std::string_view entry) {
  const std::string lower = to_lower(trim(entry));
  const bool logs_in = lower.starts_with("login") && lower.size() > 5 && !is_part_of_word(lower[5]);
  return holds_word(lower, "password") || logs_in;
}

EntryHistory::EntryHistory(std::filesystem::path file) : path_(std::move(file)) {
  if (!path_.empty()) {
    file_.emplace(path_);
    file_->compact();
  }
  refresh();
}

std::optional<std::string> EntryHistory::fault(Language language) const {
  const std::optional<std::string> reason = file_ ? file_->fault(language) : std::nullopt;
  if (!reason) return std::nullopt;
  return EditorWords::say(language, "what you type is kept for this session alone, not in {file}: {reason}",
                          {{"file", show_on_terminal(path_.string())}, {"reason", *reason}});
}

void EntryHistory::refresh() {
  if (!file_) return;
  HistoryFile::News news = file_->read_new();
  if (news.from_begin) entries_.clear();
  for (std::string& entry : news.entries) entries_.push_back(std::move(entry));
}

void EntryHistory::add(std::string_view entry) {
  while (!entry.empty() && (entry.back() == '\n' || entry.back() == ' ' || entry.back() == '\t')) {
    entry.remove_suffix(1);
  }
  if (trim(entry).empty() || holds_secret(entry)) return;
  if (!entries_.empty() && entries_.back() == entry) return;
  if (file_ && file_->append(entry)) return refresh();
  entries_.emplace_back(entry);
}

}  // namespace cellar
