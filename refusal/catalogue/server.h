// The server: where it listens, and the bounds of what its clients may ask for.
//
// Columns: id, code, class (refusal/cause.h), title, why, fix, then what struct Message says. Below the messages are
// the examples of their codes. Only refusal/messages.cpp includes this file.
#pragma once

#include "refusal/code_examples.h"
#include "refusal/messages.h"

namespace cellar::catalogue {

using enum ErrorClass;
using enum MessageKind;

inline constexpr Message kServerMessages[] = {
    {"named_value_missing", "E405", invalid, "the marker {marker} was given no value",
     "Values that have names are bound to the markers of those names.", "Give each marker a value."},
    {"answer_too_long", "E531", invalid, "the result is longer than {size} MiB",
     "A result that is asked for without pages is sent in one piece.",
     "Ask for it in pages (drivers call it page size or fetch size), or read less at once."},
    {"too_many_answers", "E509", overloaded | Trait::ends_run,
     "clients have not read too many of their answers",
     "The server keeps the answers that clients have not read yet, and their memory is bounded.",
     "Read the answers that are there, and send the request again."},
    {"listen_address_unknown", "E532", server, "{address} is no address to listen at",
     "A server listens at addresses in numbers, or at a unix socket, whose path has a slash.",
     "Write for instance 127.0.0.1, ::1 or /tmp/cellar.sock."},
    {"listen_address_open", "E532", server, "other machines can reach {address}, and nobody has to log in",
     "Whoever reaches the server may read and change everything.",
     "Listen at 127.0.0.1, ::1 or a unix socket. Where the network itself is closed, as within a container, "
     "say "
     "--insecure."},
    {"cannot_listen", "E532", server, "the server cannot listen at {address}: {reason}", "",
     "Name another address or port; port 0 takes any that is free."},
};

inline constexpr CodeExample kServerCodes[] = {
    {.code = "E531",
     .circumstances = "SELECT * of a table of 300 MiB, by a driver whose pages are switched off"},
    {.code = "E532", .circumstances = "cellar serve --listen 0.0.0.0"},
};

}  // namespace cellar::catalogue
