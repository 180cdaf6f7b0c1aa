// One text while it is typed: what each key does, and what the screen shows.
//
// In:      keys.
// Out:     the text, what is drawn, and what only the owner of the terminal can do (run it, leave, suspend ...).
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/editor/edit_buffer.h"
#include "shell/editor/history/history_search.h"
#include "shell/editor/history/history_walk.h"
#include "shell/editor/keys.h"
#include "shell/editor/layout.h"

namespace cellar {

/// What a key asks of the owner of the terminal.
enum class EditRequest : std::uint8_t {
  none,
  run,
  drop,
  leave,
  suspend,
  clear_terminal,
  edit_outside,
  complete
};

class Editing {
 public:
  /// `history` and `kills` outlive it.
  Editing(std::string prompt, const std::vector<std::string>& history, KillRing& kills,
          Language language = Language::english);

  EditRequest press(const Key& key);
  const std::string& text() const { return buffer_.text(); }
  std::size_t cursor() const { return buffer_.cursor(); }
  /// Puts a text in the place of all that was typed.
  void set_text(std::string_view text) { buffer_.set(text); }
  void insert(std::string_view text) { buffer_.insert(text); }
  void replace(std::size_t begin, std::size_t end, std::string_view text) {
    buffer_.replace(begin, end, text);
  }
  /// Enter ends what is typed, whether it is a whole statement or not.
  void take_any_line() { takes_any_line_ = true; }
  void move_to_end() { buffer_.move_text_edge(EditBuffer::Way::forward); }
  /// Shows lines below the text until the next key.
  void set_notes(std::vector<std::string> notes) { notes_ = std::move(notes); }

  /// Words, strings and the like are highlighted if there is a colour.
  Drawing drawing(bool colour) const;

 private:
  using Way = EditBuffer::Way;
  struct Binding;
  friend struct EditBindings;

  bool takes_any_line_ = false;

  EditRequest enter();
  EditRequest paste(std::string_view text);
  EditRequest leave_or_delete();
  EditRequest move_up();
  EditRequest move_down();
  EditRequest show_older();
  EditRequest show_newer();
  EditRequest search_older();
  EditRequest search_newer();
  EditRequest begin_search(HistoryWay way);
  std::optional<EditRequest> press_in_search(const Key& key);
  void show_match();
  EditRequest press_behind_prefix(const Key& key);
  EditRequest press_plain(const Key& key);
  bool show_entry(HistoryWay way);

  std::string prompt_;
  const std::vector<std::string>& history_;
  Language language_;
  EditBuffer buffer_;
  HistoryWalk walk_;
  std::optional<HistorySearch> search_;
  std::string text_before_search_;
  std::size_t cursor_before_search_ = 0;
  std::vector<std::string> notes_;
  bool behind_prefix_ = false;    // Ctrl-X was typed
  bool takes_literally_ = false;  // Ctrl-V was typed
};

}  // namespace cellar
