// What a teacher has set for a whole class: whether statements are taken, and what is shown to all.
//
// In:      the teacher's wishes.
// Out:     the same, for each student's page. Any thread may ask.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace cellar {

/// `frozen`: nobody runs or hands in anything meanwhile. `ended`: nor does anybody come any more.
enum class ClassPhase : std::uint8_t { open, frozen, ended };

constexpr std::string_view name_of(ClassPhase phase) {
  switch (phase) {
    case ClassPhase::open:
      return "open";
    case ClassPhase::frozen:
      return "frozen";
    case ClassPhase::ended:
      return "ended";
  }
  return "";
}

class ClassState {
 public:
  struct Shown {
    std::size_t number = 0;  // of what was shown, from 1 on; a page that has closed one shows the next
    std::string text;        // empty: nothing
  };

  ClassPhase phase() const {
    const std::lock_guard guard(mutex_);
    return phase_;
  }
  void set_phase(ClassPhase phase) {
    const std::lock_guard guard(mutex_);
    phase_ = phase;
  }
  Shown shown() const {
    const std::lock_guard guard(mutex_);
    return shown_;
  }
  void show(std::string text) {
    const std::lock_guard guard(mutex_);
    shown_ = {shown_.number + 1, std::move(text)};
  }

 private:
  mutable std::mutex mutex_;  // guards the members below
  ClassPhase phase_ = ClassPhase::open;
  Shown shown_;
};

}  // namespace cellar
