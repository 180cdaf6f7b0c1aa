#include "refusal/verdict.h"

namespace cellar {

Verdict verdict_on(const Diagnostic& refusal) {
  if (!refusal.code().starts_with("E3")) return Verdict::none;
  if (refusal.has(Trait::accepted)) return Verdict::accepts;
  const bool serves = refusal.has(Trait::needs_filtering) && !refusal.is_refused_filtering;
  return serves ? Verdict::needs_filtering : Verdict::refuses;
}

std::string verdict_text(const Diagnostic& refusal, Language language) {
  const FrameWords& frame = frame_words(language);
  const Parameters parameters = {{"class", std::string(name(refusal.error_class()))}};
  switch (verdict_on(refusal)) {
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
