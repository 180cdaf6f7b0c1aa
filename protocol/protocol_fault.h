// Ends the reading or writing of a message that is not what the protocol says.
//
// In:      the text for the other side: the message, the place in it and the reason.
// Out:     an exception that is answered by an ERROR of class 0x000A.
// Refused: nothing.
//
// It is no Refusal, since it is about a driver's bytes and not about a statement: no catalogue has words for it, and
// no student reads it.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace cellar {

class ProtocolFault : public std::exception {
 public:
  explicit ProtocolFault(std::string text) : text_(std::move(text)) {}

  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace cellar
