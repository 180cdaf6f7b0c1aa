// The replication of a keyspace. Cellar keeps one copy of everything, but checks and shows the option as a
// cluster of one datacenter does, so that scripts keep their meaning when they move.
//
// In:      the properties of WITH, the name of the datacenter.
// Out:     the map with the full class name; a notice (W424) where Cassandra warns, too: of more replicas than a cluster
//          of one node has nodes, or than there were before.
// Refused: unknown strategies, factors and datacenters (class config).
#pragma once

#include "planner/definition/options/properties.h"
#include "refusal/refusal.h"
#include "schema/schema.h"

namespace cellar {

/// `previous` is the keyspace's map before an ALTER; empty for CREATE.
PropertyMap read_replication(const Property& property, const PropertyMap& previous,
                             const std::string& datacenter);

void warn_of_replicas(const Keyspace& keyspace, const std::string& datacenter, Span span,
                      std::vector<Diagnostic>& notices);
void warn_of_more_replicas(const Keyspace& before, const Keyspace& after, const std::string& datacenter,
                           Span span, std::vector<Diagnostic>& notices);

}  // namespace cellar
