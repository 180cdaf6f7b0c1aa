// Random statements, right and wrong, of a few forms that come again with other literals.
//
// In:      a seed.
// Out:     tables, and statements about them: texts with literals of every kind, or with markers and values.
//
// Two dice: one decides the form of a statement, and is thrown again alike for statements of one form; the other
// decides the values, so that plans by shape meet literals of other kinds, values that are refused, null and unset.
#pragma once

#include "database/database.h"
#include "parser/shape/shape.h"
#include "random/random_values.h"

namespace cellar {

struct RandomStatement {
  std::string text;
  std::vector<BoundValue> values;
  bool has_markers = false;
  // As a driver may send them.
  std::optional<Timestamp> timestamp;
  std::optional<Seconds> now;
  std::size_t page_size = 0;
};

class RandomScript : public RandomValues {
 public:
  explicit RandomScript(unsigned seed) : RandomValues(seed), seed_(seed) {}

  RandomStatement next() {
    constexpr int kForms = 16;
    form_.seed(seed_ * 1'000 + static_cast<unsigned>(roll(kForms)));
    statement_ = {};
    statement_.has_markers = roll(4) == 0;
    table_ = &random_tables()[choose(static_cast<int>(random_tables().size()))];
    switch (choose(10)) {
      case 0:
        batch();
        break;
      case 1:
      case 2:
      case 3:
        select();
        break;
      default:
        write(true);
    }
    spoil();
    if (roll(8) == 0) statement_.page_size = static_cast<std::size_t>(1 + roll(3));
    if (roll(30) == 0) statement_.timestamp = 1 + roll(5);
    if (roll(30) == 0) statement_.now = 1'700'000'000 + roll(100);
    return std::move(statement_);
  }

 private:
  /// Decides by the dice of the form.
  std::size_t choose(int sides) { return form_() % static_cast<unsigned>(sides); }
  bool perhaps(int sides) { return choose(sides) == 0; }

  RandomScript& operator<<(std::string_view part) {
    statement_.text += part;
    return *this;
  }

  void marker(TypeKind type) {
    statement_.text += "?";
    BoundValue& bound = statement_.values.emplace_back();
    const int fate = roll(24);
    bound.unset = fate == 0;
    if (fate < 2) return;
    if (fate == 2) {
      bound.value = some({"", "x", "12345678"});
      return;
    }
    const std::string literal = right(type);
    Shape shape;
    std::string unescaped;
    if (!read_shape(literal, shape) || shape.literals.empty()) {
      bound.value = std::string(1, literal == "true" ? 1 : 0);
    } else {
      Type wanted;
      wanted.kind = type;
      bound.value =
          encode_literal(shape.literals[0].kind, text_of(shape.literals[0], literal, unescaped), wanted);
    }
  }

  void value(TypeKind type) {
    if (statement_.has_markers && roll(8) != 0) return marker(type);
    *this << (roll(14) == 0 ? wrong() : right(type));
  }

  // ---- clauses

  void using_clause(bool may_expire) {
    const std::size_t what = choose(may_expire ? 8 : 4);
    const bool has_timestamp = what == 1 || what == 5, has_time_to_live = what > 4;
    if (!has_timestamp && !has_time_to_live) return;
    *this << " USING ";
    if (has_timestamp) {
      *this << "TIMESTAMP ";
      statement_.has_markers&& roll(2) == 0
          ? marker(TypeKind::bigint)
          : static_cast<void>(
                *this << some({"1000", "1", "7", "1700000000000500", "9223372036854775807",
                               "-9223372036854775808", "null", "-5", "1.5", "99999999999999999999"}));
    }
    if (has_timestamp && has_time_to_live) *this << " AND ";
    if (!has_time_to_live) return;
    *this << "TTL ";
    statement_.has_markers&& roll(2) == 0
        ? marker(TypeKind::int_)
        : static_cast<void>(
              *this << some({"1", "5", "60", "100000", "0", "-1", "630720000", "630720001", "null", "'x'"}));
  }

  void insert() {
    std::vector<RandomColumn> columns;
    for (const RandomColumn& column : table_->key) {
      if (!perhaps(40)) columns.push_back(column);
    }
    for (const RandomColumn& column : table_->others) {
      if (perhaps(2)) columns.push_back(column);
    }
    if (perhaps(30)) columns.push_back(columns.front());
    *this << "INSERT INTO " << table_->name << " (";
    for (std::size_t i = 0; i < columns.size(); ++i) *this << (i == 0 ? "" : ", ") << columns[i].name;
    *this << ") VALUES (";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      *this << (i == 0 ? "" : ", ");
      value(columns[i].type);
    }
    *this << ")" << (perhaps(5) ? " IF NOT EXISTS" : "");
    using_clause(true);
  }

  /// Whole keys most of all.
  void where(bool reads) {
    const std::size_t columns =
        perhaps(reads ? 3 : 5) ? choose(static_cast<int>(table_->key.size()) + 1) : table_->key.size();
    for (std::size_t i = 0; i < columns; ++i) {
      *this << (i == 0 ? " WHERE " : " AND ") << table_->key[i].name;
      const RandomColumn& column = table_->key[i];
      if (perhaps(8)) {
        *this << " IN (";
        value(column.type);
        *this << ", ";
        value(column.type);
        *this << ")";
        continue;
      }
      const bool is_range = i + 1 == columns && i > 0 && perhaps(3);
      *this << (is_range ? (perhaps(2) ? " > " : " <= ") : " = ");
      value(column.type);
    }
    if (columns > 0 && perhaps(25)) {
      *this << " AND " << table_->others[0].name << " = ";
      value(table_->others[0].type);
    }
  }

  void collection_assignment() {
    const char column = table_->collections[choose(static_cast<int>(table_->collections.size()))];
    switch (column) {
      case 'm':
        if (perhaps(2)) {
          *this << "m[";
          value(TypeKind::text);
          *this << "] = ";
          return value(TypeKind::int_);
        }
        *this << (perhaps(2) ? "m = {" : "m = m + {");
        value(TypeKind::text);
        *this << ": ";
        value(TypeKind::int_);
        *this << "}";
        return;
      case 'l':
        *this << (perhaps(2) ? "l = [" : "l = l - [");
        value(TypeKind::int_);
        *this << "]";
        return;
      default:
        *this << (perhaps(2) ? "s = s - {" : "s = {");
        value(TypeKind::int_);
        *this << "}";
    }
  }

  void update() {
    *this << "UPDATE " << table_->name;
    using_clause(true);
    *this << " SET ";
    const std::size_t first = perhaps(20) ? 0 : choose(static_cast<int>(table_->others.size()));
    bool has_collection = table_->collections.empty();
    for (std::size_t left = 1 + choose(3); left > 0; --left) {
      if (!has_collection && perhaps(3)) {
        has_collection = true;
        collection_assignment();
      } else {
        const RandomColumn& column = table_->others[(first + left) % table_->others.size()];
        *this << column.name << " = ";
        value(column.type);
      }
      *this << (left > 1 ? ", " : "");
    }
    where(false);
    condition();
  }

  void condition() {
    switch (choose(12)) {
      case 0:
        *this << " IF EXISTS";
        break;
      case 1:
        *this << " IF " << table_->others[0].name << (perhaps(2) ? " = " : " != ");
        value(table_->others[0].type);
        break;
      default:
        break;
    }
  }

  void remove() {
    *this << "DELETE ";
    if (perhaps(2)) *this << table_->others[choose(static_cast<int>(table_->others.size()))].name << " ";
    *this << "FROM " << table_->name;
    using_clause(false);
    where(false);
    condition();
  }

  void write(bool with_deletes) {
    switch (choose(6)) {
      case 0:
        return with_deletes ? remove() : insert();
      case 1:
      case 2:
        return update();
      default:
        return insert();
    }
  }

  void batch() {
    *this << (perhaps(2) ? "BEGIN BATCH" : "begin unlogged batch");
    if (perhaps(4)) {
      *this << " USING TIMESTAMP ";
      value(TypeKind::bigint);
    }
    *this << " ";
    const bool is_ended = !perhaps(4);
    for (std::size_t left = 1 + choose(4); left > 0; --left) {
      table_ = &random_tables()[choose(static_cast<int>(random_tables().size()))];
      write(true);
      *this << (is_ended ? "; " : " ");
    }
    *this << "APPLY BATCH";
  }

  void limit(std::string_view clause) {
    *this << clause;
    if (statement_.has_markers && roll(2) == 0) return marker(TypeKind::int_);
    *this << some({"1", "2", "100", "2147483647", "0", "-1", "null", "2147483648", "1.0", "'x'"});
  }

  void select() {
    *this << "SELECT ";
    switch (choose(7)) {
      case 0:
        *this << "*";
        break;
      case 6:
        *this << "count(*)";
        break;
      case 1:
        *this << "count(*), max(" << table_->others[0].name << ")";
        break;
      case 2:
        *this << "writetime(" << table_->others[0].name << "), " << (roll(2) == 0 ? "(int)1" : "(int)2");
        break;
      default:
        for (const RandomColumn& column : table_->key) {
          if (perhaps(3)) *this << column.name << ", ";
        }
        for (const RandomColumn& column : table_->others) {
          if (column.name != "fixed" && perhaps(2)) *this << column.name << ", ";
        }
        *this << table_->others[0].name;
    }
    *this << " FROM " << table_->name;
    where(true);
    if (table_->key.size() > 2 && perhaps(10)) *this << " ORDER BY " << table_->key.back().name << " DESC";
    if (perhaps(6)) limit(" PER PARTITION LIMIT ");
    if (perhaps(3)) limit(" LIMIT ");
    if (perhaps(3)) *this << " ALLOW FILTERING";
  }

  /// Ends the text in one of several ways; seldom cuts it or changes a character.
  void spoil() {
    if (roll(3) == 0) *this << (roll(4) == 0 ? " ; " : ";");
    if (statement_.text.size() > 1'000) return;
    const auto place = static_cast<std::size_t>(roll(static_cast<int>(statement_.text.size())));
    switch (roll(100)) {
      case 0:
        statement_.text.resize(place);
        break;
      case 1:
        statement_.text[place] = some({"'", "\"", ";", "(", "0", "x", "-", "?", "$", "\n"})[0];
        break;
      case 2:
        statement_.text.insert(place, some({"/* c */", " -- c\n", "\t", "\xff", " null", "1"}));
        break;
      default:
        break;
    }
  }

  const unsigned seed_;
  std::mt19937 form_;
  const RandomTable* table_ = nullptr;
  RandomStatement statement_;
};

}  // namespace cellar
