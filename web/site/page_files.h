// The files of the page, which are part of the program.
//
// In:      nothing.
// Out:     each file of web/page/ under the one name by which it can be asked for, as gzip has compressed it when the program
//          was built.
// Refused: nothing. No name leads to a file of the machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cellar {

struct WebFile {
  std::string_view target;  // "/", "/style.css"
  std::string_view type;
  std::string_view gzip;
  std::string tag;  // of this content, as HTTP writes it: in quotes
};

const std::vector<WebFile>& page_files();
/// Returns null for any other target.
const WebFile* find_page_file(std::string_view target);
/// Returns the file as it was before it was compressed.
std::string unpacked(const WebFile& file);

/// The same files without their tags. cmake/page.cmake writes its source.
std::vector<WebFile> packed_page_files();

}  // namespace cellar
