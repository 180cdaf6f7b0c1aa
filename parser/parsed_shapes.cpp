#include "parser/parsed_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "parser/diagnosis/mending.h"
#include "parser/grammar/keyword_lexer.h"
#include "parser/parser.h"
#include "refusal/spans.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostKept = 64;
constexpr std::size_t kLongestText = 1'024;
// Begins the key of a text that shares no shape: no shape has this byte.
constexpr char kNoShape = '\xFF';

const std::vector<ShapeLiteral> kNone;

bool may_be_kept(const Statement& statement) {
  const auto& node = statement.node;
  return std::holds_alternative<SelectStatement>(node) || std::holds_alternative<InsertStatement>(node) ||
         std::holds_alternative<UpdateStatement>(node) || std::holds_alternative<DeleteStatement>(node) ||
         std::holds_alternative<BatchStatement>(node);
}

bool overlap(Span span, const ShapeLiteral& literal) {
  return span.begin < literal.end && span.end > literal.begin;
}

/// A place within a literal has none in another one.
bool lies_within(std::uint32_t place, const ShapeLiteral& literal) {
  return place > literal.begin && place < literal.end;
}

/// Returns the literals that the fault depends on: all names, and of the others those that were looked at.
std::vector<std::size_t> deciding_literals(const Diagnostic& fault, const LookedAt& looked_at,
                                           const ShapeOfAny& shape) {
  std::vector<std::size_t> deciding;
  for (std::size_t index = 0; index < shape.literals.size(); ++index) {
    const ShapeLiteral& literal = shape.literals[index];
    bool decides = looked_at.all || std::ranges::binary_search(shape.names, index);
    for (const Span& span : looked_at.spans) decides |= overlap(span, literal);
    Diagnostic moved = fault;
    move_spans(moved, [&](Span span) {
      decides |= lies_within(span.begin, literal) || lies_within(span.end, literal);
      return span;
    });
    if (decides) deciding.push_back(index);
  }
  return deciding;
}

/// The statement of a float beyond the range of double is refused by the parser, whatever it is for.
bool is_too_large(LiteralKind kind, const std::string& text) {
  return kind == LiteralKind::float_ && std::isinf(std::strtod(text.c_str(), nullptr));
}

}  // namespace

/// Sets `shape_`. Returns false for a text that is not kept. Letters outside of ASCII may be mistaken for signs, and
/// bytes may be no letters at all: such a text shares no shape.
bool ParsedShapes::read_key(std::string_view text) {
  if (text.size() > kLongestText) return false;
  if (is_ascii(text)) {
    read_shape_of_any(text, KeywordLexer::is_keyword, shape_);
    return true;
  }
  shape_.literals.clear();
  shape_.names.clear();
  shape_.key.assign(1, kNoShape);
  shape_.key += text;
  return true;
}

std::optional<ParsedText> ParsedShapes::find(std::string_view text) {
  if (std::optional<Diagnostic> comment = find_hash_comment(text))
    return {{comment, nullptr, &kNone, &kNone}};
  if (size_ == 0) return std::nullopt;
  for (const Diagnosed& known : diagnosed_) {
    if (known.text == text && !text.empty()) return ParsedText{known.fault, nullptr, &kNone, &kNone};
  }
  std::optional<ParsedText> found = find_by_shape(text);
  if (found && found->fault) {
    diagnosed_[next_diagnosed_] = {std::string(text), *found->fault};
    next_diagnosed_ = (next_diagnosed_ + 1) % diagnosed_.size();
  }
  return found;
}

std::optional<ParsedText> ParsedShapes::find_by_shape(std::string_view text) {
  if (!read_key(text)) return std::nullopt;
  const auto family = families_.find(shape_.key);
  if (family == families_.end()) return std::nullopt;
  const auto found = family->second.members.find(texts_of(family->second.deciding, text, shape_));
  if (found == family->second.members.end()) return diagnose_again(family->second, text);
  Member& member = found->second;
  if (member.fault) {
    ParsedText parsed{member.fault, nullptr, &member.origin, &shape_.literals};
    parsed.give_own_places(*parsed.fault);
    return parsed;
  }
  if (!fill_slots(member, text)) return std::nullopt;
  return ParsedText{std::nullopt, member.statement, &member.origin, &shape_.literals};
}

/// Returns nothing if no text of the shape had a fault of syntax.
std::optional<ParsedText> ParsedShapes::diagnose_again(const Family& family, std::string_view text) const {
  if (!family.error) return std::nullopt;
  SyntaxError error = *family.error;
  error.text = text;
  for (SyntaxError::Token& token : error.tokens)
    token.span = moved(token.span, family.origin, shape_.literals);
  return ParsedText{diagnose(error), nullptr, &kNone, &kNone};
}

/// Returns false if the statement is still in use, or if the parser refuses a literal.
bool ParsedShapes::fill_slots(Member& member, std::string_view text) const {
  if (member.statement.use_count() > 1) return false;
  std::vector<SlotSource>& slots = member.statement->slots;
  std::string unescaped;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const std::size_t index = member.literal_of_slot[slot];
    if (index == kNoLiteral) continue;
    const ShapeLiteral& literal = shape_.literals[index];
    slots[slot].literal.text.assign(text_of(literal, text, unescaped));
    if (is_too_large(literal.kind, slots[slot].literal.text)) return false;
  }
  return true;
}

ParsedText ParsedShapes::read(std::string_view text) {
  if (std::optional<ParsedText> known = find(text)) return std::move(*known);
  LookedAt looked_at;
  try {
    auto statement = std::make_shared<Statement>(parse_unmended(text, looked_at));
    keep(text, statement);
    return {std::nullopt, std::move(statement), &kNone, &kNone};
  } catch (const Refusal& refusal) {
    keep_fault(text, refusal.diagnostic, looked_at);
    return {refusal.diagnostic, nullptr, &kNone, &kNone};
  }
}

ParsedText ParsedShapes::read_anew(std::string_view text) {
  LookedAt looked_at;
  try {
    return {std::nullopt, std::make_shared<const Statement>(parse_unmended(text, looked_at)), &kNone, &kNone};
  } catch (const Refusal& refusal) {
    return {refusal.diagnostic, nullptr, &kNone, &kNone};
  }
}

std::optional<Diagnostic> ParsedShapes::parse(std::string_view text,
                                              std::shared_ptr<const Statement>& statement) {
  LookedAt looked_at;
  std::optional<Diagnostic> fault;
  try {
    statement = std::make_shared<Statement>(parse_unmended(text, looked_at));
  } catch (Refusal& refusal) {
    fault = std::move(refusal.diagnostic);
  }
  if (!fault) return fault;
  keep_fault(text, *fault, looked_at);
  mend_all(text, *fault);
  return fault;
}

void ParsedShapes::mend_all(std::string_view text, Diagnostic& fault) {
  cellar::mend_all(text, fault, [this](const std::string& mended) { return read(mended).fault; });
}

void ParsedShapes::keep(std::string_view text, std::shared_ptr<Statement> statement) {
  if (!may_be_kept(*statement) || !read_key(text)) return;
  Member member{std::nullopt, std::move(statement), shape_.literals, {}};
  member.literal_of_slot = literals_of_slots(member.statement->slots, text, shape_);
  std::vector<std::size_t> deciding = without_slots(member.literal_of_slot, shape_.literals.size());
  put(text, std::move(deciding), std::move(member));
}

void ParsedShapes::keep_fault(std::string_view text, const Diagnostic& fault, const LookedAt& looked_at) {
  if (!read_key(text)) return;
  Family& family =
      put(text, deciding_literals(fault, looked_at, shape_), {fault, nullptr, shape_.literals, {}});
  family.error = looked_at.error;
  family.origin = shape_.literals;
}

ParsedShapes::Family& ParsedShapes::put(std::string_view text, std::vector<std::size_t> deciding,
                                        Member member) {
  if (size_ >= kMostKept) {
    families_.clear();
    size_ = 0;
  }
  Family& family = families_[shape_.key];
  if (family.deciding != deciding) {
    size_ -= family.members.size();
    family = {std::move(deciding), {}, nullptr, {}};
  }
  size_ -= family.members.size();
  family.members.insert_or_assign(texts_of(family.deciding, text, shape_), std::move(member));
  size_ += family.members.size();
  return family;
}

}  // namespace cellar
