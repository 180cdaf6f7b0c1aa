// The key of the teacher's page, which the program prints at its start.
//
// In:      what a request shows as the key.
// Out:     whether it is the key. How long the comparison takes says nothing of how much of it is right.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

namespace cellar {

class TeacherKey {
 public:
  /// Nobody can foretell it: 128 bits of the system's random numbers.
  TeacherKey();

  bool is(std::string_view shown) const;
  const std::string& text() const { return key_; }

 private:
  std::string key_;
};

}  // namespace cellar
