#include "random_tables.h"

#include <limits>

#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/uuid.h"

namespace cellar {

namespace {

using enum TypeKind;

bool takes_empty(TypeKind kind) {
  return kind != tinyint && kind != smallint && kind != date && kind != TypeKind::time && kind != duration &&
         kind != counter;
}

}  // namespace

std::string CopiedTable::create(const std::string& name) const {
  std::string partition, clustering, text = "CREATE TABLE " + name + " (";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    text += columns[i].name + " " + to_cql(columns[i].type) + (columns[i].is_static ? " STATIC, " : ", ");
    if (i < partition_key_size) partition += (i == 0 ? "" : ", ") + columns[i].name;
    if (i >= partition_key_size && i < key_size()) clustering += ", " + columns[i].name;
  }
  return text + "PRIMARY KEY ((" + partition + ")" + clustering + "))" + order;
}

std::string RandomTables::name() {
  const std::string number = std::to_string(names_++);
  static const std::vector<std::string> kForms = {
      "c#",       "\"Upper#\"", "\"with blank #\"", "\"a,b#\"", "\"x\"\"y#\"", "\"it's #\"",
      "\"ünï#\"", "\"k:#\"",    "\"{#}\"",          "\" #\"",   "\"#\"",       "\"back\\slash#\""};
  std::string form = some(kForms);
  form.replace(form.find('#'), 1, number);
  return form;
}

Type RandomTables::user_type(int depth) {
  Type user;
  user.kind = TypeKind::user;
  user.keyspace = "k";
  user.name = "type" + std::to_string(names_++);
  std::string text;
  for (int i = 1 + roll(3); i > 0; --i) {
    const std::string field = name();
    const bool is_quoted = field.front() == '"';
    std::string bare = is_quoted ? field.substr(1, field.size() - 2) : field;
    if (const std::size_t twice = bare.find("\"\""); twice != bare.npos) bare.erase(twice, 1);
    user.arguments.push_back(freeze(type(depth - 1, false)));
    user.field_names.push_back(bare);
    text += (text.empty() ? "" : ", ") + field + " " + to_cql(user.arguments.back());
  }
  created_types_.push_back("CREATE TYPE k." + user.name + " (" + text + ")");
  return user;
}

Type RandomTables::type(int depth, bool in_key) {
  static const std::vector<TypeKind> kScalars = {
      ascii,    bigint,         blob,           boolean,   date,     decimal, double_, float_, inet,    int_,
      smallint, TypeKind::text, TypeKind::time, timestamp, timeuuid, tinyint, uuid,    varint, duration};
  const int form = depth > 0 ? roll(12) : 11;
  const auto inner = [&] { return freeze(type(depth - 1, in_key)); };
  if (form == 0) return list_of(inner());
  if (form == 1 || form == 2) {
    Type element = inner();
    const bool may_be_key = !contains_kind(element, duration);
    return form == 1 && may_be_key
               ? set_of(element)
               : map_of(native_type(some(kScalars) == int_ ? int_ : TypeKind::text), element);
  }
  if (form == 3) return tuple_of({inner(), inner()});
  if (form == 4 && !in_key) return user_type(depth);
  if (form == 5) return vector_of(inner(), static_cast<std::uint32_t>(1 + roll(3)));
  if (form == 6) {
    Type key = inner();
    return map_of(contains_kind(key, duration) ? native_type(TypeKind::time) : key, inner());
  }
  const TypeKind kind = some(kScalars);
  return native_type(in_key && kind == duration ? int_ : kind);
}

CopiedTable RandomTables::table() {
  CopiedTable table;
  created_types_.clear();
  table.partition_key_size = static_cast<std::size_t>(1 + roll(2));
  table.clustering_size = static_cast<std::size_t>(roll(3));
  for (std::size_t i = 0; i < table.key_size(); ++i)
    table.columns.push_back({name(), freeze(type(roll(3) == 0 ? 1 : 0, true)), false});
  const bool has_counters = roll(12) == 0;
  for (int i = 1 + roll(4); i > 0; --i) {
    const bool is_static = table.clustering_size > 0 && roll(5) == 0;
    const Type of_column = has_counters ? native_type(counter) : type(3, false);
    table.columns.push_back(
        {name(), roll(2) == 0 && of_column.kind != counter ? freeze(of_column) : of_column, is_static});
  }
  for (std::size_t i = table.partition_key_size; i < table.key_size(); ++i)
    table.order += (table.order.empty() ? " WITH CLUSTERING ORDER BY (" : ", ") + table.columns[i].name +
                   (roll(2) == 0 ? " ASC" : " DESC");
  if (!table.order.empty()) table.order += ")";
  table.types = created_types_;
  return table;
}

std::string RandomTables::bytes(std::size_t size) {
  std::string made(size, '\0');
  for (char& byte : made) byte = static_cast<char>(random_());
  return made;
}

std::string RandomTables::text() {
  static const std::vector<std::string> kPieces = {
      "a",    "word",   " ",      ",",      ";",   "|",    "\t",  "\n", "\r",
      "\r\n", "\\",     "\"",     "'",      "''",  "\\.",  "\\n", "{",  "}",
      "[",    "]",      "(",      ")",      ": ",  ":",    "é",   "中", "𝄞",
      "0x",   "1",      "null",   "N/A",    "\\N", "True", "^",   "q",  std::string(1, '\0'),
      "\x1b", "\u00a0", "\u202e", "\ufeff", "NaN", "x",    "%",   "_",  "-",
      "#",    "--",     "None"};
  std::string made;
  for (int i = roll(6); i > 0; --i) made += some(kPieces);
  return made;
}

std::int64_t RandomTables::number() {
  using Limits = std::numeric_limits<std::int64_t>;
  static const std::vector<std::int64_t> kExtremes = {0,   1,    -1,   Limits::min(), Limits::max(),
                                                      999, 1000, -1000};
  if (roll(4) == 0) return some(kExtremes);
  const std::int64_t any = static_cast<std::int64_t>(random_()) << 32 | static_cast<std::int64_t>(random_());
  return any >> roll(63);
}

std::string RandomTables::scalar(TypeKind kind) {
  static const std::vector<double> kFloats = {0.0,
                                              -0.0,
                                              0.1,
                                              1e300,
                                              5e-324,
                                              1.0 / 3,
                                              100000,
                                              1e16,
                                              -1e-5,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              std::numeric_limits<double>::quiet_NaN()};
  static const std::vector<float> kSmallFloats = {0.0F,
                                                  -0.0F,
                                                  0.1F,
                                                  3e38F,
                                                  1e-45F,
                                                  1.0F / 3,
                                                  16777217.0F,
                                                  std::numeric_limits<float>::infinity(),
                                                  std::numeric_limits<float>::quiet_NaN()};
  const std::int64_t any = number();
  switch (kind) {
    case ascii:
      return "a" + std::string(static_cast<std::size_t>(roll(3)), static_cast<char>(roll(128)));
    case TypeKind::text:
      return text();
    case blob:
      return bytes(static_cast<std::size_t>(roll(5)));
    case boolean:
      return std::string(1, static_cast<char>(roll(2)));
    case tinyint:
      return encode_int8(static_cast<std::int8_t>(any));
    case smallint:
      return encode_int16(static_cast<std::int16_t>(any));
    case int_:
      return encode_int32(static_cast<std::int32_t>(any));
    case date:
      return roll(3) == 0 ? encode_int32(static_cast<std::int32_t>(any)) : encode_date(any % 1'000'000);
    case bigint:
    case counter:
      return encode_int64(any);
    case timestamp:
      return encode_int64(roll(3) == 0 ? any : any % 100'000'000'000'000);
    case TypeKind::time:
      return encode_int64((any & std::numeric_limits<std::int64_t>::max()) % 86'400'000'000'000);
    case decimal:
      return encode_decimal(
          {BigInteger(any) * BigInteger(number()), static_cast<std::int32_t>(number() % 60)});
    case varint:
      return encode_varint(BigInteger(any) * BigInteger(number()));
    case double_:
      return encode_double(roll(2) == 0 ? some(kFloats) : static_cast<double>(any) / 1e7);
    case float_:
      return encode_float(roll(2) == 0 ? some(kSmallFloats) : static_cast<float>(any) / 1e7F);
    case inet:
      return bytes(roll(2) == 0 ? 4 : 16);
    case timeuuid:
    case uuid: {
      std::string made = bytes(16);
      made[6] = static_cast<char>((made[6] & 0x0F) | (kind == timeuuid ? 0x10 : 0x40));
      made[8] = static_cast<char>((made[8] & 0x3F) | 0x80);
      return made;
    }
    case duration: {
      const std::int64_t sign = roll(2) == 0 ? 1 : -1;
      const auto part = [&](std::int64_t limit) {
        return sign * ((number() & std::numeric_limits<std::int64_t>::max()) % limit);
      };
      return encode_duration({static_cast<std::int32_t>(part(1'000'000)),
                              static_cast<std::int32_t>(part(1'000'000)), part(1LL << 62)});
    }
    default:
      return "";
  }
}

std::string RandomTables::value(const Type& type, bool has_empty) {
  if (type.arguments.empty())
    return has_empty && takes_empty(type.kind) && roll(30) == 0 ? "" : scalar(type.kind);
  std::vector<Value> parts;
  const bool has_fields = type.kind == tuple || type.kind == TypeKind::user;
  if (has_fields) {
    for (const Type& field : type.arguments)
      parts.push_back(roll(5) == 0 ? Value() : Value(value(field, has_empty)));
    // An unfrozen value without any field is null.
    if (!parts.front()) parts.front() = value(type.arguments.front(), has_empty);
    return pack(type, parts);
  }
  const int least = is_multicell(type) ? 1 : 0;
  const int count = type.kind == vector ? static_cast<int>(type.dimension) : least + roll(3);
  for (int i = 0; i < count; ++i) {
    for (const Type& part : type.arguments) parts.emplace_back(value(part, has_empty && type.kind != vector));
  }
  if (type.kind == set || type.kind == map) sort_elements(type, parts);
  return pack(type, parts);
}

std::string RandomTables::options_of_csv() {
  static const std::vector<std::string> kOptions = {
      "NULL = 'N/A'",  "NULL = 'null'", "NULL = '\\N'", "NULL = '1'",   "NULL = '{}'", "NULL = '[]'",
      "NULL = 'True'", "NULL = '0x'",   "NULL = '-1'",  "NULL = 'NaN'", "NULL = 'a'",  "NULL = '[a: ]'"};
  static const std::vector<std::string> kDialects = {"DELIMITER = ';'",
                                                     "DELIMITER = '|'",
                                                     "DELIMITER = '\\t'",
                                                     "DELIMITER = ' '",
                                                     "DELIMITER = '_' AND QUOTE = ''''",
                                                     "ESCAPE = '\"'",
                                                     "ESCAPE = '\"' AND DELIMITER = ';'",
                                                     "QUOTE = '''' AND ESCAPE = ''''",
                                                     "QUOTE = '|' AND ESCAPE = '^'",
                                                     "QUOTE = '^'",
                                                     "ESCAPE = '%' AND DELIMITER = '#'"};
  static const std::vector<std::string> kValues = {"BOOLSTYLE = 'yes,no'",
                                                   "BOOLSTYLE = '1,0'",
                                                   "DECIMALSEP = ','",
                                                   "THOUSANDSSEP = ','",
                                                   "THOUSANDSSEP = '.' AND DECIMALSEP = ','",
                                                   "THOUSANDSSEP = ' '",
                                                   "DATETIMEFORMAT = '%d.%m.%Y %H:%M:%S.%f %z'"};
  std::string text;
  const auto add = [&](const std::string& option) { text += (text.empty() ? "" : " AND ") + option; };
  if (roll(2) == 0) add("HEADER = true");
  if (roll(2) == 0) add(some(kDialects));
  const std::string null = some(kOptions);
  const bool has_delimiter = null.find(' ', null.find('\'')) != null.npos && text.find("' '") != text.npos;
  if (roll(3) == 0 && !has_delimiter) add(null);
  if (roll(3) == 0) add(some(kValues));
  return text;
}

}  // namespace cellar
