// What a cluster says of itself.
//
// In:      nothing; client/cluster_connection.h fills it.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <string>

namespace cellar {

struct ClusterFacts {
  std::string name;
  std::string version;     // of the node's program: "5.0.9"
  std::string datacenter;  // of the node
  std::string node;        // to which there is a connection: "10.0.0.2:9042"
  std::string protocol;    // "v5, lz4"
};

}  // namespace cellar
