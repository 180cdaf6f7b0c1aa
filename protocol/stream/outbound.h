// The outgoing half of a connection: frames become bytes as STARTUP agreed.
//
// In:      whole frames, as append_request, append_response and RowsWriter make them; what STARTUP agreed.
// Out:     bytes to send: frames, their bodies compressed in versions 3 and 4 where that makes them shorter; in version
//          5 segments, of as many frames as fit.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/compression/compression.h"
#include "protocol/version.h"

namespace cellar {

class OutboundStream {
 public:
  /// From the next frame on, all is as STARTUP agreed. A server calls it when it has written READY or AUTHENTICATE, a
  /// client when it has read it. Compression must be none or LZ4 in version 5.
  void agree(ProtocolVersion version, Compression compression);

  /// Takes one frame.
  void write(std::string_view frame);
  /// The same. May keep the frame's memory instead of a copy.
  void write(std::string&& frame);
  /// Returns all bytes to send, and forgets them. Frames of version 5 that were written since the last call share
  /// segments.
  std::string take();
  /// Bytes that wait to be taken, before their compression.
  std::size_t size() const { return out_.size() + waiting_.size(); }

 private:
  void write_compressed(std::string_view frame);
  void write_in_segments(std::string_view frame);
  void end_segment();

  Compression compression_ = Compression::none;
  bool has_segments_ = false;
  std::string out_;
  std::string waiting_;  // frames for the next segment
};

}  // namespace cellar
