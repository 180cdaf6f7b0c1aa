#include "storage/system/descriptor_limit.h"

namespace cellar {

void raise_descriptor_limit() {}

}  // namespace cellar
