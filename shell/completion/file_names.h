// Names of files and folders, as they are typed behind SOURCE, COPY ... FROM and the like.
#pragma once

#include "shell/completion/offers.h"

namespace cellar {

/// In single quotes, which are added where they are missing. A folder ends with `/`, so that its files can follow.
/// `~` is the home folder. Hidden files are offered to who has begun to type one.
void offer_files(Offers& offers);

}  // namespace cellar
