// The options of a table that says nothing about them.
#pragma once

#include "schema/schema.h"

namespace cellar {

TableOptions default_table_options();

}  // namespace cellar
