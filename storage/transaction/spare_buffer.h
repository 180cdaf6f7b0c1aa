// An empty write buffer, whose memory is reused: the file thread gives it back when it has put it.
//
// In:      a buffer that was put.
// Out:     the same, for the next writes.
// Refused: nothing.
#pragma once

#include <memory>
#include <mutex>

#include "storage/rows/write/write_buffer.h"

namespace cellar {

class SpareBuffer {
 public:
  /// Returns the buffer that was given back last, or null.
  std::unique_ptr<WriteBuffer> take() {
    const std::lock_guard guard(mutex_);
    return std::move(buffer_);
  }
  void give_back(std::unique_ptr<WriteBuffer> buffer) {
    const std::lock_guard guard(mutex_);
    buffer_ = std::move(buffer);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<WriteBuffer> buffer_;
};

}  // namespace cellar
