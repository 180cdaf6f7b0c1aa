// The bytes that a terminal sends, taken apart into keys: xterm, rxvt, the console of Linux, tmux and screen.
//
// In:      bytes, as they come.
// Out:     keys. An Escape is the beginning of a sequence, or means Alt with the key after it; if no key follows within
//          the time that the reader gives it, or another Escape does, it is the key Escape. What is pasted (bracketed
//          paste) is one key with its text. Bytes that are no UTF-8 become U+FFFD, sequences that are not known are left
//          out.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

enum class KeyName : std::uint8_t {
  text,    // `text`, or with Ctrl its one letter in lower case
  pasted,  // `text`
  enter,
  tab,
  backtab,
  escape,
  backspace,
  delete_,
  up,
  down,
  left,
  right,
  home,
  end,
  page_up,
  page_down,
  other,  // insert, F1 and the like: no meaning here
};

struct Key {
  KeyName name = KeyName::other;
  bool control = false;
  bool alt = false;
  std::string text{};

  bool operator==(const Key&) const = default;
};

class KeyDecoder {
 public:
  /// Returns the key that ends with this byte, if one does.
  std::optional<Key> feed(char byte);
  /// True while an Escape, or a sequence that it began, waits for its next byte.
  bool is_behind_escape() const;
  /// To be called when no byte came in time. Returns Escape if that is all that came, and drops an unfinished sequence.
  std::optional<Key> end_escape();
  /// Returns how many bytes are a part of what is begun, whatever they are: so many may be read at once.
  std::size_t sure_bytes() const;

 private:
  enum class State : std::uint8_t {
    ground,
    character,
    escape,
    escaped_twice,
    introduced,
    single,
    console,
    pasting
  };

  std::optional<Key> feed_ground(char byte);
  std::optional<Key> feed_character(char byte);
  std::optional<Key> feed_escape(char byte);
  std::optional<Key> feed_escaped_twice(char byte);
  std::optional<Key> feed_introduced(char byte);
  std::optional<Key> feed_single(char byte);
  std::optional<Key> feed_paste(char byte);
  std::optional<Key> finish(Key key);
  std::optional<Key> end_sequence(char final);

  State state_ = State::ground;
  bool alt_ = false;
  std::size_t wanted_ = 0;  // bytes of the character
  std::string bytes_;       // of the character, the parameters of the sequence, or the paste
};

}  // namespace cellar
