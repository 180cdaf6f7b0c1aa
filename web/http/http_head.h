// The beginning of a response: its status, what the browser is told of its body, and what the page is forbidden.
//
// In:      a response, and whether the connection goes on.
// Out:     the bytes before the body.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>

#include "web/http/http_message.h"

namespace cellar {

/// A response that says its status and no more.
HttpResponse fault_response(unsigned status);
/// `size`: of the body, also if it is not sent.
std::string head_of(const HttpResponse& response, std::size_t size, bool keeps_alive);

}  // namespace cellar
