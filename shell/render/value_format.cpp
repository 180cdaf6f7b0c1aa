#include "shell/render/value_format.h"

#include <fmt/format.h>

#include <iterator>

#include "shell/render/colours.h"
#include "shell/render/timestamp_form.h"
#include "types/names.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/composite_text.h"
#include "types/value/display_text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

bool is_quoted_inside(TypeKind kind) { return kind == TypeKind::timestamp || kind == TypeKind::inet; }

}  // namespace

void append_painted_text(std::string_view text, std::string_view colour, std::string& painted) {
  painted += colour;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      painted += text[i];
      continue;
    }
    if (text[i + 1] == '\\') {
      painted += text[++i];
      continue;
    }
    const std::size_t length = text[i + 1] == 'x' ? 4 : text[i + 1] == 'u' ? 6 : text[i + 1] == 'U' ? 10 : 2;
    painted += colour::kDarkMagenta;
    painted += text.substr(i, length);
    painted += colour;
    i += length - 1;
  }
  painted += colour::kReset;
}

ValueText::ValueText(const ValueFormat& format, TextForm form, bool all_digits)
    : format_(format),
      form_(form),
      float_digits_(format.float_digits.value_or(all_digits ? ValueFormat::kAllDigits : kShownDigits)),
      double_digits_(format.double_digits.value_or(all_digits ? ValueFormat::kAllDigits : kShownDigits)),
      null_(format.null.value_or("null")),
      zone_(format.zone.value_or(TimeZone())),
      is_plain_(form == TextForm::escaped && format.timestamp.empty() && zone_.is_utc() &&
                float_digits_ == kShownDigits && double_digits_ == kShownDigits && null_ == "null") {}

void ValueText::append_plain(const Type& type, ValueView value, std::string& text) {
  append_display(type, value, text);
}

void ValueText::paint(std::string_view colour, std::string& text) const {
  if (form_ == TextForm::painted) text += colour;
}

void ValueText::append_mark(std::string_view mark, std::string& text) const {
  paint(colour::kBlue, text);
  text += mark;
  paint(colour::kReset, text);
}

void ValueText::append_text(std::string_view value, bool inside, std::string& text) const {
  const std::string quoted = inside ? quote_text(value) : std::string();
  const std::string_view written = inside ? quoted : value;
  if (form_ == TextForm::raw) {
    text += written;
    return;
  }
  const std::string shown = show_control_characters(written);
  if (form_ == TextForm::painted) return append_painted_text(shown, colour::kYellow, text);
  text += shown;
}

void ValueText::append_number(const Type& type, std::string_view bytes, std::string& text) const {
  const bool is_float = type.kind == TypeKind::float_;
  const int digits = is_float ? float_digits_ : double_digits_;
  const double value = is_float ? decode_float(bytes) : decode_double(bytes);
  if (digits == ValueFormat::kAllDigits) {
    text += is_float ? to_string(decode_float(bytes)) : to_string(value);
  } else {
    append_float_text(value, digits, text);
  }
}

void ValueText::append_scalar(const Type& type, std::string_view bytes, bool inside,
                              std::string& text) const {
  const TypeKind kind = type.kind;
  if (kind == TypeKind::ascii || kind == TypeKind::text) return append_text(bytes, inside, text);
  if (bytes.empty() && kind != TypeKind::blob) return;
  paint(value_colour(kind), text);
  const bool is_quoted = inside && is_quoted_inside(kind);
  if (is_quoted) text += '\'';
  if (kind == TypeKind::float_ || kind == TypeKind::double_) {
    append_number(type, bytes, text);
  } else if (kind == TypeKind::timestamp && (!format_.timestamp.empty() || !zone_.is_utc())) {
    append_timestamp(decode_integer(bytes), format_.timestamp.empty() ? kTimestampForm : format_.timestamp,
                     zone_, Fraction::microseconds, text);
  } else {
    append_display(type, bytes, text);
  }
  if (is_quoted) text += '\'';
  paint(colour::kReset, text);
}

void ValueText::append_name(const std::string& name, std::string& text) const {
  const std::string quoted = quote_name(name);
  if (form_ == TextForm::raw) {
    text += quoted;
  } else if (form_ == TextForm::painted) {
    append_painted_text(show_control_characters(quoted), colour::kYellow, text);
  } else {
    text += show_control_characters(quoted);
  }
}

void ValueText::append_composite(const Type& type, std::string_view bytes, std::string& text) const {
  struct Parts {
    void append_mark(std::string_view mark) { format.append_mark(mark, text); }
    void append_name(const std::string& name) { format.append_name(name, text); }
    void append_part(const Type& part, ValueView value) { format.append_part(part, value, true, text); }

    const ValueText& format;
    std::string& text;
  };
  write_composite(type, bytes, Parts{*this, text});
}

void ValueText::append_part(const Type& type, ValueView value, bool inside, std::string& text) const {
  if (!value) {
    paint(colour::kRed, text);
    text += inside ? "null" : null_;
    paint(colour::kReset, text);
  } else if (type.arguments.empty()) {
    append_scalar(type, *value, inside, text);
  } else {
    append_composite(type, *value, text);
  }
}

}  // namespace cellar
