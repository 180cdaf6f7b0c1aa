#include "refusal/verdict.h"

namespace cellar {

Verdict verdict_on(const Message& message) {
  if (!message.code.starts_with("E3")) return Verdict::none;
  if (message.message_class.has(Trait::accepted)) return Verdict::accepts;
  return message.message_class.has(Trait::needs_filtering) ? Verdict::needs_filtering : Verdict::refuses;
}

std::string verdict_text(const Message& message, Language language) {
  const FrameWords& frame = frame_words(language);
  const Parameters parameters = {{"class", std::string(name(message.message_class.error_class))}};
  switch (verdict_on(message)) {
    case Verdict::none:
      return {};
    case Verdict::refuses:
      return fill(frame.refuses, parameters);
    case Verdict::needs_filtering:
      return fill(frame.needs_filtering, parameters);
    case Verdict::accepts:
      return std::string(frame.accepts);
  }
  return {};
}

}  // namespace cellar
