// Types of columns and markers, as metadata has them ([option] in the specification).
//
// In:      a type, or the bytes of a body.
// Out:     bytes, or a type. That a type is frozen is not sent, so no collection or user type that is read is frozen.
// Refused: numbers of no type, types in types in types beyond a bound (ProtocolFault).
//
// A custom class that is unknown is read as a blob.
#pragma once

#include "protocol/bytes/reader.h"
#include "protocol/bytes/writer.h"
#include "types/type.h"

namespace cellar {

/// How deep types may contain each other. A body of nothing but lists would else end in a stack that is too small.
inline constexpr int kDeepestType = 64;

void append_type(MessageWriter& writer, const Type& type);
Type read_type(MessageReader& reader);

}  // namespace cellar
