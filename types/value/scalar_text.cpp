#include "types/value/scalar_text.h"

#include "types/inet.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/time/time.h"
#include "types/uuid.h"

namespace cellar {

std::string scalar_text(TypeKind kind, std::string_view bytes) {
  using enum TypeKind;
  switch (kind) {
    case tinyint:
    case smallint:
    case int_:
    case bigint:
    case counter:
    case timestamp:
      return std::to_string(decode_integer(bytes));
    case varint:
      return to_string(decode_varint(bytes));
    case decimal:
      return to_string(decode_decimal(bytes));
    case float_:
      return to_string(decode_float(bytes));
    case double_:
      return to_string(decode_double(bytes));
    case boolean:
      return bytes[0] != 0 ? "true" : "false";
    case uuid:
    case timeuuid:
      return uuid_text(bytes);
    case inet:
      return inet_text(bytes);
    case time:
      return time_text(decode_integer(bytes));
    case duration:
      return to_string(decode_duration(bytes));
    case blob:
      return "0x" + to_hex(bytes);
    default:
      return std::string(bytes);
  }
}

}  // namespace cellar
