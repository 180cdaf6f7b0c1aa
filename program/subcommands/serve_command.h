// `cellar serve`: a database for drivers of Cassandra.
//
// In:      a database, scripts that run first, addresses.
// Out:     one line on standard output once clients can connect, and a file if wanted; then answers to clients, until
//          SIGINT or SIGTERM. Then those under way are answered.
// Refused: a script of which a statement is refused, addresses that cannot be listened at.
#pragma once

#include "program/options/serve_options.h"
#include "refusal/language.h"
#include "refusal/render.h"
#include "shell/render/output.h"

namespace cellar {

/// How diagnostics of the scripts are shown.
struct ServeReport {
  DiagnosticForm form = DiagnosticForm::full;
  Language language = Language::english;
  bool colour = false;
};

/// Returns 0 after SIGINT or SIGTERM, 2 if a statement of a script was refused, else 1 if the server could not start.
int run_serve(const ServeOptions& options, const ServeReport& report, Output& output);

}  // namespace cellar
