// The bytes that a terminal sends, taken apart into keys: xterm, rxvt, the console of Linux, tmux and screen.
//
// In:      bytes, as they come.
// Out:     keys. An Escape is the beginning of a sequence or means Alt with the key after it, however late that comes:
//          no time is measured. Two of them are the key Escape. What is pasted (bracketed paste) is one key with its
//          text. Bytes that are no UTF-8 become U+FFFD, sequences that are not known are left out.
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
  /// True while a sequence or a character is begun: what it is depends on the bytes to come.
  bool is_within_key() const { return state_ != State::ground && state_ != State::escaped_twice; }

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

/// Pasted lines end with \n, and what is no UTF-8 is replaced by U+FFFD.
std::string clean_paste(std::string_view text);

}  // namespace cellar
