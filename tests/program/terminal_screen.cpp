#include "terminal_screen.h"

#include <vterm.h>

#include <array>
#include <cstdio>
#include <map>
#include <utility>

namespace {

void append_utf8(std::string& text, std::uint32_t character) {
  const auto byte = [&text](std::uint32_t value) { text += static_cast<char>(value); };
  const auto tail = [&](int shift) { byte(0x80 | ((character >> shift) & 0x3f)); };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xc0 | (character >> 6));
  } else if (character < 0x10000) {
    byte(0xe0 | (character >> 12));
    tail(6);
  } else {
    byte(0xf0 | (character >> 18));
    tail(12);
    tail(6);
  }
  tail(0);
}

/// The characters of a UTF-8 text. The texts of tests are valid.
std::vector<std::uint32_t> characters_of(std::string_view text) {
  std::vector<std::uint32_t> characters;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if ((byte & 0xc0) == 0x80) {
      characters.back() = (characters.back() << 6) | (byte & 0x3f);
    } else if (byte < 0x80) {
      characters.push_back(byte);
    } else {
      characters.push_back(byte & (byte >= 0xf0 ? 0x07 : byte >= 0xe0 ? 0x0f : 0x1f));
    }
  }
  return characters;
}

std::string name_of_colour(const VTermColor& colour) {
  static constexpr std::array kNames = {"black", "red",     "green", "yellow",
                                        "blue",  "magenta", "cyan",  "white"};
  char text[16];
  if (VTERM_COLOR_IS_RGB(&colour)) {
    std::snprintf(text, sizeof text, "#%02x%02x%02x", colour.rgb.red, colour.rgb.green, colour.rgb.blue);
    return text;
  }
  const unsigned index = colour.indexed.idx;
  if (index < 8) return kNames[index];
  if (index < 16) return std::string("bright ") + kNames[index - 8];
  return "colour " + std::to_string(index);
}

std::string style_of(const VTermScreenCell& cell) {
  std::string style;
  const auto add = [&style](const std::string& word) { style += (style.empty() ? "" : " ") + word; };
  if (cell.attrs.bold) add("bold");
  if (cell.attrs.italic) add("italic");
  if (cell.attrs.underline) add("underlined");
  if (cell.attrs.reverse) add("reverse");
  if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)) add(name_of_colour(cell.fg));
  if (!VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)) add("on " + name_of_colour(cell.bg));
  return style;
}

bool is_second_half(const VTermScreenCell& cell) { return cell.chars[0] == static_cast<std::uint32_t>(-1); }

ScreenCell to_cell(const VTermScreenCell& cell) {
  ScreenCell result;
  if (is_second_half(cell)) return result;
  for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; ++i)
    append_utf8(result.text, cell.chars[i]);
  if (result.text.empty()) result.text = " ";
  result.style = style_of(cell);
  return result;
}

const std::map<std::string_view, VTermKey>& named_keys() {
  static const std::map<std::string_view, VTermKey> keys = {{"Enter", VTERM_KEY_ENTER},
                                                            {"Tab", VTERM_KEY_TAB},
                                                            {"Backspace", VTERM_KEY_BACKSPACE},
                                                            {"Escape", VTERM_KEY_ESCAPE},
                                                            {"Up", VTERM_KEY_UP},
                                                            {"Down", VTERM_KEY_DOWN},
                                                            {"Left", VTERM_KEY_LEFT},
                                                            {"Right", VTERM_KEY_RIGHT},
                                                            {"Insert", VTERM_KEY_INS},
                                                            {"Delete", VTERM_KEY_DEL},
                                                            {"Home", VTERM_KEY_HOME},
                                                            {"End", VTERM_KEY_END},
                                                            {"PageUp", VTERM_KEY_PAGEUP},
                                                            {"PageDown", VTERM_KEY_PAGEDOWN}};
  return keys;
}

/// Takes "Ctrl-", "Alt-" and "Shift-" off a key's name.
VTermModifier take_modifiers(std::string_view& key) {
  int modifiers = VTERM_MOD_NONE;
  for (const auto& [prefix, modifier] : {std::pair<std::string_view, VTermModifier>{"Ctrl-", VTERM_MOD_CTRL},
                                         {"Alt-", VTERM_MOD_ALT},
                                         {"Shift-", VTERM_MOD_SHIFT}}) {
    if (!key.starts_with(prefix)) continue;
    modifiers |= modifier;
    key.remove_prefix(prefix.size());
  }
  return static_cast<VTermModifier>(modifiers);
}

}  // namespace

struct TerminalScreen::Emulation {
  VTerm* terminal = nullptr;
  VTermScreen* screen = nullptr;
  std::function<void(std::string_view)> send;
  std::string unsent;  // of keys that are being typed
  bool collects_keys = false;
  std::vector<ScreenLine> scrolled;

  void take(std::string_view bytes) { collects_keys ? void(unsent += bytes) : send(bytes); }

  /// Sends what an action types in one piece. vterm gives it byte by byte, and a program that tells keys and pastes by the
  /// time between bytes must not take a test that has to wait for the processor for a person who waits.
  template <typename Action>
  void send_at_once(Action&& action) {
    collects_keys = true;
    action();
    collects_keys = false;
    send(std::exchange(unsent, {}));
  }

  static int push_line(int columns, const VTermScreenCell* cells, void* user) {
    ScreenLine line;
    for (int column = 0; column < columns; ++column) line.push_back(to_cell(cells[column]));
    static_cast<Emulation*>(user)->scrolled.push_back(std::move(line));
    return 1;
  }

  bool press(std::string_view key);

  VTermPos cursor() const {
    VTermPos position = {};
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position);
    return position;
  }
};

TerminalScreen::TerminalScreen(ScreenSize size, std::function<void(std::string_view)> send)
    : emulation_(std::make_unique<Emulation>()) {
  // A screen that grows leaves the lines that have scrolled off where they are, as most terminals do.
  static constexpr VTermScreenCallbacks kCallbacks = {
      nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, Emulation::push_line, nullptr};
  emulation_->send = std::move(send);
  emulation_->terminal = vterm_new(size.rows, size.columns);
  vterm_set_utf8(emulation_->terminal, 1);
  vterm_output_set_callback(
      emulation_->terminal,
      [](const char* bytes, std::size_t count, void* user) {
        static_cast<Emulation*>(user)->take({bytes, count});
      },
      emulation_.get());
  emulation_->screen = vterm_obtain_screen(emulation_->terminal);
  vterm_screen_set_callbacks(emulation_->screen, &kCallbacks, emulation_.get());
  vterm_screen_reset(emulation_->screen, 1);
}

TerminalScreen::~TerminalScreen() { vterm_free(emulation_->terminal); }

void TerminalScreen::show(std::string_view bytes) {
  vterm_input_write(emulation_->terminal, bytes.data(), bytes.size());
}

void TerminalScreen::resize(ScreenSize size) {
  vterm_set_size(emulation_->terminal, size.rows, size.columns);
}

ScreenSize TerminalScreen::size() const {
  ScreenSize size;
  vterm_get_size(emulation_->terminal, &size.rows, &size.columns);
  return size;
}

void TerminalScreen::type(std::string_view text) {
  emulation_->send_at_once([&] {
    for (const std::uint32_t character : characters_of(text)) {
      if (character == '\n') {
        vterm_keyboard_key(emulation_->terminal, VTERM_KEY_ENTER, VTERM_MOD_NONE);
      } else if (character == '\t') {
        vterm_keyboard_key(emulation_->terminal, VTERM_KEY_TAB, VTERM_MOD_NONE);
      } else {
        vterm_keyboard_unichar(emulation_->terminal, character, VTERM_MOD_NONE);
      }
    }
  });
}

bool TerminalScreen::press(std::string_view key) {
  bool is_known = false;
  emulation_->send_at_once([&] { is_known = emulation_->press(key); });
  return is_known;
}

bool TerminalScreen::Emulation::press(std::string_view key) {
  const VTermModifier modifiers = take_modifiers(key);
  if (const auto named = named_keys().find(key); named != named_keys().end()) {
    vterm_keyboard_key(terminal, named->second, modifiers);
    return true;
  }
  if (key.size() >= 2 && key.size() <= 3 && key[0] == 'F' &&
      key.find_first_not_of("0123456789", 1) == key.npos) {
    const int number = std::stoi(std::string(key.substr(1)));
    vterm_keyboard_key(terminal, static_cast<VTermKey>(VTERM_KEY_FUNCTION(number)), modifiers);
    return true;
  }
  if (modifiers == VTERM_MOD_NONE || key.size() != 1) return false;
  // What a terminal sends for Ctrl-C is the control character itself.
  const bool is_control = modifiers == VTERM_MOD_CTRL && key[0] >= '@' && key[0] <= '_';
  if (is_control) {
    const char control = static_cast<char>(key[0] & 0x1f);
    take({&control, 1});
  } else {
    // "Alt-B" is typed without Shift.
    const bool is_small = (modifiers & VTERM_MOD_SHIFT) == 0 && key[0] >= 'A' && key[0] <= 'Z';
    vterm_keyboard_unichar(terminal, static_cast<unsigned char>(key[0] | (is_small ? 0x20 : 0)),
                           static_cast<VTermModifier>(modifiers & ~VTERM_MOD_SHIFT));
  }
  return true;
}

void TerminalScreen::paste(std::string_view text) {
  std::string bytes(text);
  for (char& byte : bytes) {
    if (byte == '\n') byte = '\r';  // as a terminal does
  }
  emulation_->send_at_once([&] {
    vterm_keyboard_start_paste(emulation_->terminal);
    emulation_->take(bytes);
    vterm_keyboard_end_paste(emulation_->terminal);
  });
}

std::vector<ScreenLine> TerminalScreen::lines() const {
  std::vector<ScreenLine> lines = emulation_->scrolled;
  const ScreenSize now = size();
  for (int row = 0; row < now.rows; ++row) {
    ScreenLine line;
    for (int column = 0; column < now.columns; ++column) {
      VTermScreenCell cell = {};
      vterm_screen_get_cell(emulation_->screen, {row, column}, &cell);
      line.push_back(to_cell(cell));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::size_t TerminalScreen::scrolled() const { return emulation_->scrolled.size(); }

std::size_t TerminalScreen::cursor_line() const {
  return emulation_->scrolled.size() + static_cast<std::size_t>(emulation_->cursor().row);
}

std::size_t TerminalScreen::cursor_column() const {
  return static_cast<std::size_t>(emulation_->cursor().col);
}

std::string text_of(const ScreenLine& line) {
  std::string text;
  for (const ScreenCell& cell : line) text += cell.text;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}
