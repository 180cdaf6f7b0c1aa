// Keys from the bytes of several terminals.
#include "shell/editor/keys.h"

#include <catch2/catch.hpp>

namespace cellar {

namespace {

std::vector<Key> keys_of(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<Key> keys;
  for (const char byte : bytes) {
    if (std::optional<Key> key = decoder.feed(byte)) keys.push_back(*std::move(key));
  }
  CHECK(!decoder.is_behind_escape());
  return keys;
}

Key named(KeyName name, bool control = false, bool alt = false) { return {name, control, alt, {}}; }
Key letter(std::string_view text, bool control = false, bool alt = false) {
  return {KeyName::text, control, alt, std::string(text)};
}

}  // namespace

TEST_CASE("the same key in the words of several terminals") {
  struct Spelling {
    const char* bytes;
    Key key;
  };
  const Spelling spellings[] = {
      {"\x1b[A", named(KeyName::up)},
      {"\x1bOA", named(KeyName::up)},  // application mode
      {"\x1b[D", named(KeyName::left)},
      {"\x1b[1;5D", named(KeyName::left, true)},          // xterm, tmux
      {"\x1bOd", named(KeyName::left, true)},             // rxvt
      {"\x1bO5D", named(KeyName::left, true)},            // old xterms
      {"\x1b[1;3C", named(KeyName::right, false, true)},  // Alt
      {"\x1b\x1b[C", named(KeyName::escape)},             // the first of two keys: rxvt's Alt, see below
      {"\x1b[H", named(KeyName::home)},
      {"\x1bOH", named(KeyName::home)},
      {"\x1b[1~", named(KeyName::home)},  // linux, tmux
      {"\x1b[7~", named(KeyName::home)},  // rxvt
      {"\x1b[F", named(KeyName::end)},
      {"\x1b[4~", named(KeyName::end)},
      {"\x1b[8~", named(KeyName::end)},
      {"\x1b[3~", named(KeyName::delete_)},
      {"\x1b[3;5~", named(KeyName::delete_, true)},
      {"\x1b[3^", named(KeyName::delete_, true)},  // rxvt
      {"\x1b[5~", named(KeyName::page_up)},
      {"\x1b[Z", named(KeyName::backtab)},
      {"\x1b[[A", named(KeyName::other)},  // F1 of linux
      {"\x1b[15~", named(KeyName::other)},
      {"\x7f", named(KeyName::backspace)},
      {"\b", named(KeyName::backspace)},
      {"\x1b\x7f", named(KeyName::backspace, false, true)},
      {"\r", named(KeyName::enter)},
      {"\n", named(KeyName::enter)},
      {"\x1b\r", named(KeyName::enter, false, true)},
      {"\x1b[27;3;13~", named(KeyName::enter, false, true)},
      {"\x1b[13;3u", named(KeyName::enter, false, true)},
      {"\x1b[27;5;97~", letter("a", true)},
      {"\t", named(KeyName::tab)},
      {"\x01", letter("a", true)},
      {"\x1f", letter("_", true)},
      {"\x1b"
       "b",
       letter("b", false, true)},
      {"a", letter("a")},
      {"\xe4\xbd\xa0", letter("\xe4\xbd\xa0")},
  };
  for (const Spelling& spelling : spellings) {
    INFO(spelling.bytes + (*spelling.bytes == '\x1b'));
    const std::vector<Key> keys = keys_of(spelling.bytes);
    REQUIRE(!keys.empty());
    CHECK(keys.front() == spelling.key);
  }
  CHECK(keys_of("\x1b\x1b[C") ==
        std::vector<Key>{named(KeyName::escape), named(KeyName::right, false, true)});
}

TEST_CASE("an Escape waits for the key that it belongs to, and two of them are one") {
  KeyDecoder decoder;
  CHECK(!decoder.feed('\x1b'));
  CHECK(decoder.is_behind_escape());
  CHECK(decoder.feed('\x1b') == named(KeyName::escape));
  CHECK(decoder.feed('x') == letter("x"));
  CHECK(!decoder.is_behind_escape());
}

TEST_CASE(
    "an Escape that no key follows in time is one by itself, and a sequence that has no end is dropped") {
  KeyDecoder decoder;
  decoder.feed('\x1b');
  CHECK(decoder.end_escape() == named(KeyName::escape));
  CHECK(!decoder.is_behind_escape());
  CHECK(decoder.feed('b') == letter("b"));
  for (const std::string_view begun : {"\x1b[", "\x1bO", "\x1b[1;5", "\x1b[[", "\x1b\x1b", "\x1b\x1b["}) {
    for (const char byte : begun) decoder.feed(byte);
    INFO(begun.substr(1));
    CHECK(decoder.is_behind_escape());
    CHECK(!decoder.end_escape());
    CHECK(decoder.feed('A') == letter("A"));
  }
}

TEST_CASE("a paste is read in pieces that do not go beyond its end") {
  KeyDecoder decoder;
  const std::string typed = "\x1b[200~a\x1b[\x1b[2\x1b[201\x1b[20x\x1b[201~AB";
  std::size_t position = 0;
  std::optional<Key> key;
  while (!key) {
    const std::size_t count = decoder.sure_bytes();
    REQUIRE(position + count <= typed.size());
    for (const char byte : std::string_view(typed).substr(position, count)) {
      REQUIRE(!key);
      key = decoder.feed(byte);
    }
    position += count;
  }
  CHECK(key->text == "a\x1b[\x1b[2\x1b[201\x1b[20x");
  CHECK(typed.substr(position) == "AB");
}

TEST_CASE("a paste is one key, with its tabs and newlines") {
  const std::vector<Key> keys = keys_of("\x1b[200~SELECT\t1;\r\nEXIT\rx\x1b[A\xff\x1b[201~y");
  REQUIRE(keys.size() == 2);
  CHECK(keys[0] == Key{KeyName::pasted, false, false, "SELECT\t1;\nEXIT\nx\x1b[A\xEF\xBF\xBD"});
  CHECK(keys[1] == letter("y"));
}

TEST_CASE("bytes that are no UTF-8 become replacement characters, and steal no key") {
  const Key replaced = letter("\xEF\xBF\xBD");
  CHECK(keys_of("\xff") == std::vector<Key>{replaced});
  CHECK(keys_of("\x80z") == std::vector<Key>{replaced, letter("z")});
  CHECK(keys_of("\xe4\xbdz") == std::vector<Key>{letter("\xEF\xBF\xBDz")});
  CHECK(keys_of("\xe4\x1b[A") == std::vector<Key>{replaced, named(KeyName::up)});
  CHECK(keys_of("\xed\xa0\x80").size() == 1);  // a surrogate
}

TEST_CASE("no bytes hold the decoder up or bring it down") {
  std::uint32_t state = 7;
  KeyDecoder decoder;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 1'664'525 + 1'013'904'223;
    const std::uint32_t choice = state >> 24;
    const char byte = choice < 60 ? '\x1b' : choice < 100 ? '[' : static_cast<char>(state >> 16);
    const std::optional<Key> key = decoder.feed(byte);
    if (key && key->name == KeyName::text) CHECK(!key->text.empty());
  }
  for (const char byte : std::string_view("\x1b[201~\x1b[201~")) decoder.feed(byte);
  decoder.feed('a');
  CHECK(decoder.feed('b') == letter("b"));
}

}  // namespace cellar
