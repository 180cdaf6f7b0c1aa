// The replication of a keyspace. Cellar keeps one copy of everything, but checks and shows the option as a
// cluster of one datacenter does, so that scripts keep their meaning when they move.
//
// In:      the properties of WITH.
// Out:     the map with the full class name.
// Refused: unknown strategies, factors and datacenters (class config).
#pragma once

#include "planner/definition/properties.h"

namespace cellar {

/// `previous` is the keyspace's map before an ALTER; empty for CREATE.
PropertyMap read_replication(const Property& property, const PropertyMap& previous);

}  // namespace cellar
