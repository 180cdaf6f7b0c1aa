// Types as names of Cassandra's Java classes: how the protocol sends a type that has no number of its own (vectors in
// every version, durations before version 5, dates, times, smallint and tinyint before version 4).
//
// In:      a type, or the text of a class.
// Out:     `org.apache.cassandra.db.marshal.VectorType(org.apache.cassandra.db.marshal.FloatType , 3)`, or the type.
// Refused: nothing. A class that is unknown gives nothing: its values are bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

/// The text is Cassandra's, blank by blank: drivers parse it.
std::string class_text(const Type& type);
std::optional<Type> type_of_class_text(std::string_view text);

}  // namespace cellar
