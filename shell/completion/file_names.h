// Names of files and folders, as they are typed after SOURCE, COPY ... FROM and the like.
//
// In:      the beginning of a path, in the prefix of the offers; the file system.
// Out:     the paths that begin so, in the offers; none where no file may be reached.
// Refused: nothing. A folder that cannot be read has no names.
#pragma once

#include <filesystem>
#include <optional>

#include "shell/completion/offers.h"

namespace cellar {

/// In single quotes, which are added where they are missing. A folder ends with `/`, so that its files can follow.
/// `~` is the home folder. Hidden files are offered once their point is typed. Without a home, not even an empty one, no
/// file is offered.
void offer_files(Offers& offers, const std::optional<std::filesystem::path>& home);

}  // namespace cellar
