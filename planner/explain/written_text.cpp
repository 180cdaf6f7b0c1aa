#include "planner/explain/written_text.h"

#include "types/text/literal.h"

namespace cellar {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::string WrittenText::of(Span span) const {
  std::string written;
  char quote = 0;
  for (const char c : text_.substr(span.begin, span.end - span.begin)) {
    if (quote == 0 && is_blank(c)) {
      if (!written.empty() && written.back() != ' ') written += ' ';
      continue;
    }
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    written += c;
  }
  return written;
}

std::string WrittenText::of(const Node& node) const {
  if (is_of_document(node)) return "a value of the document";
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
