// Descriptors of files in memory are never those of the standard streams.

#include "storage/system/descriptors.h"

namespace cellar {

StandardDescriptorsTaken::StandardDescriptorsTaken() = default;
StandardDescriptorsTaken::~StandardDescriptorsTaken() = default;

int try_descriptors(unsigned) { return 0; }

}  // namespace cellar
