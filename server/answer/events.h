// Changes of the schema, as the protocol tells them.
//
// In:      an event of the database, which must outlive what is returned.
// Out:     the change in the words of the protocol. One with a name that is too long for it is told as a change of its
//          keyspace, which drivers then read as a whole.
// Refused: nothing.
#pragma once

#include "database/schema_event.h"
#include "protocol/message/events.h"

namespace cellar {

SchemaChange schema_change(const SchemaEvent& event);

}  // namespace cellar
