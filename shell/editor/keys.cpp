#include "shell/editor/keys.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "types/text/text.h"

namespace cellar {

namespace {

constexpr char kEscape = '\x1b';
constexpr std::string_view kPasteEnd = "\x1b[201~";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t kLongestSequence = 32;

std::size_t length_by_first_byte(char byte) {
  const auto first = static_cast<unsigned char>(byte);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

/// Control characters, and Delete.
Key key_of_control(char byte) {
  switch (byte) {
    case '\r':
    case '\n':
      return {KeyName::enter};
    case '\t':
      return {KeyName::tab};
    case '\b':
    case '\x7f':
      return {KeyName::backspace};
    case '\0':
      return {KeyName::text, true, false, " "};
    default:
      return {KeyName::text, true, false,
              std::string(1, static_cast<char>((byte | 0x40) | (byte <= 26 ? 0x20 : 0)))};
  }
}

/// The key of the last letter of a sequence such as ESC [ A; lower case is rxvt's, with Shift or Ctrl.
std::optional<KeyName> name_of_letter(char letter) {
  switch (letter) {
    case 'A':
    case 'a':
      return KeyName::up;
    case 'B':
    case 'b':
      return KeyName::down;
    case 'C':
    case 'c':
      return KeyName::right;
    case 'D':
    case 'd':
      return KeyName::left;
    case 'H':
      return KeyName::home;
    case 'F':
      return KeyName::end;
    case 'M':
      return KeyName::enter;  // of the keypad
    case 'Z':
      return KeyName::backtab;
    default:
      return std::nullopt;
  }
}

/// ESC [ number ~, with rxvt's ^ and $ and @ for the modifiers.
KeyName name_of_number(int number) {
  switch (number) {
    case 1:
    case 7:
      return KeyName::home;
    case 3:
      return KeyName::delete_;
    case 4:
    case 8:
      return KeyName::end;
    case 5:
      return KeyName::page_up;
    case 6:
      return KeyName::page_down;
    default:
      return KeyName::other;
  }
}

/// The parameters of a sequence; those left out are 0.
struct SequenceParameters {
  int values[3] = {0, 0, 0};
};

SequenceParameters read_parameters(std::string_view text) {
  SequenceParameters parameters;
  for (int& value : parameters.values) {
    const char* const end = text.data() + text.size();
    const char* const read = std::from_chars(text.data(), end, value).ptr;
    text.remove_prefix(static_cast<std::size_t>(read - text.data()));
    text.remove_prefix(std::min(text.find(';'), text.size()));
    if (!text.empty()) text.remove_prefix(1);
  }
  return parameters;
}

/// xterm's number for the modifiers: 1 and the sum of 1 for Shift, 2 for Alt, 4 for Ctrl.
void set_modifiers(Key& key, int number) {
  if (number < 2) return;
  key.alt = key.alt || ((number - 1) & 2) != 0;
  key.control = ((number - 1) & 4) != 0;
}

/// The key of a code point that is sent with its modifiers (ESC [ 27 ; 5 ; 13 ~ and ESC [ 13 ; 5 u).
Key key_of_code(int code, int modifiers) {
  Key key;
  if (code == kEscape) {
    key.name = KeyName::escape;
  } else if (code > 0 && (code < 0x20 || code == 0x7F)) {
    key = key_of_control(static_cast<char>(code));
  } else if (code >= 0x20 && code < 0x7F) {
    key = {KeyName::text, false, false, std::string(1, static_cast<char>(code))};
  }
  set_modifiers(key, modifiers);
  if (key.control && key.name == KeyName::text) key.text = to_lower(key.text);
  return key;
}

}  // namespace

std::optional<Key> KeyDecoder::feed(char byte) {
  switch (state_) {
    case State::ground:
      return feed_ground(byte);
    case State::character:
      return feed_character(byte);
    case State::escape:
      return feed_escape(byte);
    case State::escaped_twice:
      return feed_escaped_twice(byte);
    case State::introduced:
      return feed_introduced(byte);
    case State::single:
      return feed_single(byte);
    case State::console:  // ESC [ [ A: F1 of the console of Linux
      return finish({KeyName::other});
    case State::pasting:
      return feed_paste(byte);
  }
  return std::nullopt;
}

bool KeyDecoder::is_behind_escape() const {
  switch (state_) {
    case State::escape:
    case State::escaped_twice:
    case State::introduced:
    case State::single:
    case State::console:
      return true;
    case State::ground:
    case State::character:
    case State::pasting:
      break;
  }
  return false;
}

std::optional<Key> KeyDecoder::end_escape() {
  const bool is_alone = state_ == State::escape;
  finish({});
  if (!is_alone) return std::nullopt;
  return Key{KeyName::escape};
}

/// A paste has at least those bytes of its end still to come that it does not end with yet.
std::size_t KeyDecoder::sure_bytes() const {
  if (state_ != State::pasting) return 1;
  std::size_t present = kPasteEnd.size() - 1;
  while (!std::string_view(bytes_).ends_with(kPasteEnd.substr(0, present))) --present;
  return kPasteEnd.size() - present;
}

std::optional<Key> KeyDecoder::finish(Key key) {
  key.alt = key.alt || alt_;
  state_ = State::ground;
  alt_ = false;
  bytes_.clear();
  return key;
}

std::optional<Key> KeyDecoder::feed_ground(char byte) {
  if (byte == kEscape) {
    state_ = State::escape;
    return std::nullopt;
  }
  const auto code = static_cast<unsigned char>(byte);
  if (code < 0x20 || code == 0x7F) return finish(key_of_control(byte));
  wanted_ = length_by_first_byte(byte);
  if (wanted_ == 0) return finish({KeyName::text, false, false, std::string(kReplacement)});
  if (wanted_ == 1) return finish({KeyName::text, false, false, std::string(1, byte)});
  bytes_.assign(1, byte);
  state_ = State::character;
  return std::nullopt;
}

/// A byte that does not continue the character is dropped with it, unless it steers.
std::optional<Key> KeyDecoder::feed_character(char byte) {
  if (byte == kEscape) {
    const bool was_alt = alt_;
    const std::optional<Key> key = finish({KeyName::text, false, was_alt, std::string(kReplacement)});
    state_ = State::escape;
    return key;
  }
  bytes_ += byte;
  if (continues_character(byte) && bytes_.size() < wanted_) return std::nullopt;
  if (is_valid_utf8(bytes_)) return finish({KeyName::text, false, false, bytes_});
  const bool keeps_last = !continues_character(byte) && static_cast<unsigned char>(byte) >= 0x20 && byte >= 0;
  return finish({KeyName::text, false, false,
                 keeps_last ? std::string(kReplacement) + byte : std::string(kReplacement)});
}

std::optional<Key> KeyDecoder::feed_escape(char byte) {
  switch (byte) {
    case '[':
      state_ = State::introduced;
      bytes_.clear();
      return std::nullopt;
    case 'O':
      state_ = State::single;
      bytes_.clear();
      return std::nullopt;
    case kEscape: {
      const std::optional<Key> key = finish({KeyName::escape});
      state_ = State::escaped_twice;
      return key;
    }
    default:
      alt_ = true;
      state_ = State::ground;
      return feed_ground(byte);
  }
}

/// rxvt sends Alt with an arrow as ESC ESC [ A.
std::optional<Key> KeyDecoder::feed_escaped_twice(char byte) {
  state_ = State::ground;
  if (byte != '[') return feed_ground(byte);
  alt_ = true;
  state_ = State::introduced;
  return std::nullopt;
}

std::optional<Key> KeyDecoder::feed_introduced(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  if (byte == '[' && bytes_.empty()) {
    state_ = State::console;
    return std::nullopt;
  }
  const bool is_final = code >= 0x40 && code <= 0x7E;
  const bool is_rxvt_final = byte == '$' && !bytes_.empty();
  if (is_final || is_rxvt_final) return end_sequence(byte);
  if (code < 0x20 || code >= 0x7F || bytes_.size() >= kLongestSequence) return finish({KeyName::other});
  bytes_ += byte;
  return std::nullopt;
}

std::optional<Key> KeyDecoder::end_sequence(char final) {
  const SequenceParameters parameters = read_parameters(bytes_);
  const int first = parameters.values[0];
  if (final == '~' && first == 200) {
    state_ = State::pasting;
    alt_ = false;
    bytes_.clear();
    return std::nullopt;
  }
  if (final == '~' && first == 27) return finish(key_of_code(parameters.values[2], parameters.values[1]));
  if (final == 'u') return finish(key_of_code(first, parameters.values[1]));
  Key key;
  if (final == '~' || final == '^' || final == '$' || final == '@') {
    key.name = name_of_number(first);
    set_modifiers(key, parameters.values[1]);
    key.control = key.control || final == '^' || final == '@';
  } else {
    key.name = name_of_letter(final).value_or(KeyName::other);
    set_modifiers(key, parameters.values[1]);
  }
  return finish(key);
}

/// ESC O A: arrows of a terminal in application mode; ESC O a: rxvt's with Ctrl; ESC O 5 A: of old xterms.
std::optional<Key> KeyDecoder::feed_single(char byte) {
  if (byte >= '0' && byte <= '9' && bytes_.size() < 2) {
    bytes_ += byte;
    return std::nullopt;
  }
  Key key{name_of_letter(byte).value_or(KeyName::other)};
  key.control = byte >= 'a' && byte <= 'd';
  set_modifiers(key, read_parameters(bytes_).values[0]);
  return finish(key);
}

std::optional<Key> KeyDecoder::feed_paste(char byte) {
  bytes_ += byte;
  if (byte != kPasteEnd.back() || !std::string_view(bytes_).ends_with(kPasteEnd)) return std::nullopt;
  bytes_.resize(bytes_.size() - kPasteEnd.size());
  return finish({KeyName::pasted, false, false, clean_paste(bytes_)});
}

}  // namespace cellar
