// A text as the generated lexer reads it: byte by byte, so that positions of tokens are byte offsets.
// Bytes outside ASCII are all shown as U+007F: the lexer's tables end there, and what lies beyond
// costs it several microseconds a character.
//
// In:      a text.
// Out:     its bytes, and parts of it.
// Refused: nothing.
#pragma once

#include <antlr4-runtime.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace cellar {

class ByteStream final : public antlr4::CharStream {
 public:
  explicit ByteStream(std::string_view text) : text_(text) {}

  void consume() override { ++position_; }
  size_t LA(ssize_t offset) override {
    if (offset == 0) return 0;
    const size_t index = position_ + static_cast<size_t>(offset > 0 ? offset - 1 : offset);
    if (index >= text_.size()) return EOF;
    return std::min<size_t>(static_cast<unsigned char>(text_[index]), kOutsideAscii);
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  size_t index() override { return position_; }
  void seek(size_t index) override { position_ = index < text_.size() ? index : text_.size(); }
  size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return "statement"; }
  std::string getText(const antlr4::misc::Interval& interval) override {
    const auto begin = static_cast<size_t>(interval.a);
    const auto end = static_cast<size_t>(interval.b) + 1;
    return begin < text_.size() && begin < end ? std::string(text_.substr(begin, end - begin))
                                               : std::string();
  }
  std::string toString() const override { return std::string(text_); }

 private:
  static constexpr size_t kOutsideAscii = 0x7F;

  std::string_view text_;
  size_t position_ = 0;
};

}  // namespace cellar
