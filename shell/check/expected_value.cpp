#include "shell/check/expected_value.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "refusal/refusal.h"
#include "types/value/literal.h"
#include "types/value/value.h"

namespace cellar {

namespace {

LiteralKind kind_of_bare(const Type& type, std::string_view text) {
  switch (type.kind) {
    case TypeKind::blob:
      return LiteralKind::blob;
    case TypeKind::boolean:
      return LiteralKind::boolean;
    case TypeKind::uuid:
    case TypeKind::timeuuid:
      return LiteralKind::uuid;
    case TypeKind::duration:
      return LiteralKind::duration;
    default:
      return text.find_first_of(".eEnN") == text.npos ? LiteralKind::integer : LiteralKind::float_;
  }
}

// Compares values, since one value may have several encodings (NaN, true). Equal decimals may differ in their
// digits, and durations have no order, so their bytes are compared.
bool same_scalar(const Type& type, std::string_view ours, std::string_view theirs) {
  if (type.kind == TypeKind::decimal || type.kind == TypeKind::duration) return ours == theirs;
  return compare(type, ours, theirs) == 0;
}

// Reads the literal and the value side by side; the functions return false at the first difference.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  bool whole(const Type& type, const Value& ours) {
    if (!value(type, ours)) return false;
    skip_blanks();
    return position_ == text_.size();
  }

 private:
  bool value(const Type& type, const Value& ours) {
    skip_blanks();
    if (word("null")) return !ours;
    if (!ours) return false;
    if (word("empty")) return ours->empty();
    switch (type.kind) {
      case TypeKind::list:
      case TypeKind::vector:
        return elements(type, *ours, '[', ']');
      case TypeKind::set:
        return elements(type, *ours, '{', '}');
      case TypeKind::map:
        return pairs(type, *ours);
      case TypeKind::tuple:
        return elements(type, *ours, '(', ')');
      case TypeKind::user:
        return fields(type, *ours);
      default:
        return scalar(type, *ours);
    }
  }

  bool elements(const Type& type, const std::string& ours, char open, char close) {
    if (!symbol(open)) return false;
    const auto parts = unpack(type, ours);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0 && !symbol(',')) return false;
      if (!value(type.arguments[type.kind == TypeKind::tuple ? i : 0], owned(parts[i]))) return false;
    }
    return symbol(close);
  }

  bool pairs(const Type& type, const std::string& ours) {
    if (!symbol('{')) return false;
    const auto parts = unpack(type, ours);
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      if (i > 0 && !symbol(',')) return false;
      if (!value(type.arguments[0], owned(parts[i])) || !symbol(':')) return false;
      if (!value(type.arguments[1], owned(parts[i + 1]))) return false;
    }
    return symbol('}');
  }

  bool fields(const Type& type, const std::string& ours) {
    if (!symbol('{')) return false;
    const auto parts = unpack(type, ours);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0 && !symbol(',')) return false;
      skip_blanks();
      if (!literally(type.field_names[i]) && !literally(quote_name(type.field_names[i]))) return false;
      if (!symbol(':') || !value(type.arguments[i], owned(parts[i]))) return false;
    }
    return symbol('}');
  }

  bool scalar(const Type& type, const std::string& ours) {
    const bool quoted = position_ < text_.size() && text_[position_] == '\'';
    const std::string text = quoted ? string() : bare();
    if (quoted && (type.kind == TypeKind::text || type.kind == TypeKind::ascii)) return text == ours;
    const LiteralKind kind = quoted ? LiteralKind::string : kind_of_bare(type, text);
    const Type taken = type.kind == TypeKind::counter ? native_type(TypeKind::bigint) : type;
    if (text.empty() || !literal_fits(kind, taken)) return false;
    // A time outside of the day can be printed but has no literal.
    if (type.kind == TypeKind::time && text == to_display(type, ours)) return true;
    try {
      return same_scalar(taken, ours, encode_literal(kind, text, taken));
    } catch (const Refusal&) {
      return false;
    }
  }

  std::string string() {
    std::string text;
    ++position_;
    while (position_ < text_.size()) {
      const char c = text_[position_++];
      if (c == '\'') {
        if (position_ >= text_.size() || text_[position_] != '\'') break;
        ++position_;
        text += '\'';
      } else if (c == '\\' && position_ < text_.size()) {
        const char escaped = text_[position_++];
        text += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
      } else {
        text += c;
      }
    }
    return text;
  }

  std::string bare() {
    const std::size_t end = std::min(text_.find_first_of(" ,]}):", position_), text_.size());
    const std::size_t begin = std::exchange(position_, end);
    return std::string(text_.substr(begin, end - begin));
  }

  bool word(std::string_view wanted) {
    if (!text_.substr(position_).starts_with(wanted)) return false;
    const std::size_t end = position_ + wanted.size();
    if (end < text_.size() && std::string_view(" ,]}):").find(text_[end]) == std::string_view::npos)
      return false;
    position_ = end;
    return true;
  }

  bool literally(std::string_view wanted) {
    if (!text_.substr(position_).starts_with(wanted)) return false;
    position_ += wanted.size();
    return true;
  }

  bool symbol(char wanted) {
    skip_blanks();
    return literally(std::string_view(&wanted, 1));
  }

  void skip_blanks() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }

  static Value owned(const std::optional<std::string_view>& part) {
    return part ? Value(std::string(*part)) : std::nullopt;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

bool matches(const Type& type, const Value& ours, std::string_view expected) {
  return Walk(expected).whole(type, ours);
}

std::string write_expected(const Type& type, const Value& value) {
  std::string written;
  for (const char c : to_literal(type, value)) {
    switch (c) {
      case '\n':
        written += "\\n";
        break;
      case '\r':
        written += "\\r";
        break;
      case '\\':
        written += "\\\\";
        break;
      default:
        written += c;
    }
  }
  return written;
}

}  // namespace cellar
