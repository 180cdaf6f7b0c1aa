#include "planner/explain/written_text.h"

#include <algorithm>

#include "types/value/literal.h"

namespace cellar {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The size of the string or quoted name with which the text begins; 0 if it begins with neither. A doubled quote
/// ends one and begins the next.
std::size_t quoted_size(std::string_view text) {
  std::string_view quote = text.substr(0, 1);
  if (text.starts_with("$$")) quote = text.substr(0, 2);
  if (quote != "'" && quote != "\"" && quote != "$$") return 0;
  const std::size_t end = text.find(quote, quote.size());
  return end == text.npos ? 0 : end + quote.size();
}

}  // namespace

std::string WrittenText::of(Span span) const {
  const std::string_view text = text_.substr(span.begin, span.end - span.begin);
  std::string written;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t quoted = quoted_size(text.substr(at));
    if (quoted > 0) {
      written += text.substr(at, quoted);
    } else if (!is_blank(text[at])) {
      written += text[at];
    } else if (!written.empty() && written.back() != ' ') {
      written += ' ';
    }
    at += std::max<std::size_t>(quoted, 1);
  }
  return written;
}

std::string WrittenText::of(const Node& node) const {
  if (is_of_document(node)) return say("a value of the document");
  return of(node.span);
}

bool WrittenText::is_of_document(const Node& node) const {
  const auto* slot = std::get_if<SlotNode>(&node.node);
  return slot != nullptr && slot->index >= sources_.size();
}

std::optional<std::string> WrittenText::bytes_of(const Node& node) const {
  if (const auto* constant = std::get_if<ConstantNode>(&node.node)) return constant->value;
  const auto* slot = std::get_if<SlotNode>(&node.node);
  if (slot == nullptr || slot->index >= sources_.size()) return std::nullopt;
  const SlotSource& source = sources_[slot->index];
  if (source.kind == SlotSource::Kind::marker) return std::nullopt;
  try {
    return encode_literal(source.literal.kind, source.literal.text, node.type);
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

}  // namespace cellar
