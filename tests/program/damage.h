// Damages the bytes of a database in the ways that disks, copies and malice do.
//
// In:  the bytes of a file, those of an earlier version of it, a number.
// Out: damaged bytes, the same for the same number; the kind of damage.
#pragma once

#include <string>

struct DamagedFile {
  std::string kind;
  std::string bytes;
};

DamagedFile damage(const std::string& bytes, const std::string& earlier, unsigned number);
