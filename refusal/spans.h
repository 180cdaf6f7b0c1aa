// The places of a diagnostic, when the text around them changes.
//
// In:      a diagnostic or a fix, and what becomes of each place; the text that a fix mends.
// Out:     the diagnostic with all its places moved; the text with the fix applied.
#pragma once

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

/// Replaces every span of the diagnostic by what `move` returns for it. An empty `span` blames the whole statement
/// and stays empty.
template <std::invocable<Span> Move>
void move_spans(Diagnostic& diagnostic, const Move& move) {
  if (!diagnostic.span.empty()) diagnostic.span = move(diagnostic.span);
  if (diagnostic.fix) diagnostic.fix->span = move(diagnostic.fix->span);
  for (Span& span : diagnostic.repeated) span = move(span);
  if (diagnostic.related) diagnostic.related = move(*diagnostic.related);
}

/// Adds an offset to every span of the diagnostic.
inline void move_spans(Diagnostic& diagnostic, std::size_t offset) {
  const auto by = static_cast<std::uint32_t>(offset);
  move_spans(diagnostic, [by](Span span) { return Span{span.begin + by, span.end + by}; });
}

/// Returns the text with the fix applied. A span that ends past the text is cut to it.
inline std::string apply_fix(std::string_view text, const Fix& fix) {
  const std::size_t begin = std::min<std::size_t>(fix.span.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(fix.span.end, begin, text.size());
  return std::string(text.substr(0, begin)) + fix.text + std::string(text.substr(end));
}

}  // namespace cellar
