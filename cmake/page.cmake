# The files of the page (web/page/) become part of the program: each is compressed by gzip, and one source names them all.
# The assembler puts the compressed files in as they are, which takes no time.
set(page_folder ${CMAKE_SOURCE_DIR}/web/page)
set(page_generated ${CMAKE_BINARY_DIR}/generated/page)
file(MAKE_DIRECTORY ${page_generated})

# The editor shows the keywords of the grammar.
add_custom_command(
  OUTPUT ${page_generated}/keywords.js
  COMMAND sed -n -f ${page_folder}/keywords.sed ${CMAKE_BINARY_DIR}/generated/keywords.inc > ${page_generated}/keywords.js
  DEPENDS ${CMAKE_BINARY_DIR}/generated/keywords.inc ${page_folder}/keywords.sed
  VERBATIM)

# The target in an address, the file, and its type.
set(page_files
    "/|${page_folder}/index.html|text/html" "/style.css|${page_folder}/style.css|text/css"
    "/keywords.js|${page_generated}/keywords.js|text/javascript"
    "/teacher|${page_folder}/teacher.html|text/html"
    "/vendor/codemirror.js|${page_folder}/vendor/codemirror.js|text/javascript")
foreach(page_module main announce answers cells chebotko circle class connection csv csv_import diagnostics dialogs editor
                    elements engine exercises explain files help history kept lessons map names notebook panels places
                    preferences ring running schema share sheet size sliders teacher unanswered visit words)
  list(APPEND page_files "/${page_module}.js|${page_folder}/${page_module}.js|text/javascript")
endforeach()

set(page_source "// Written by cmake/page.cmake from web/page/.\n#include \"web/site/page_files.h\"\n\n")
set(page_entries "")
set(page_compressed "")
foreach(page_file IN LISTS page_files)
  string(REPLACE "|" ";" page_parts "${page_file}")
  list(GET page_parts 0 page_target)
  list(GET page_parts 1 page_path)
  list(GET page_parts 2 page_type)
  get_filename_component(page_name ${page_path} NAME)
  string(MAKE_C_IDENTIFIER "page_${page_name}" page_symbol)
  set(page_gzip ${page_generated}/${page_name}.gz)
  add_custom_command(
    OUTPUT ${page_gzip}
    COMMAND gzip -9 -n -c ${page_path} > ${page_gzip}
    DEPENDS ${page_path}
    VERBATIM)
  list(APPEND page_compressed ${page_gzip})
  string(APPEND page_source
         "asm(\".section .rodata\\n.global ${page_symbol}\\n.global ${page_symbol}_end\\n\"\n"
         "    \"${page_symbol}:\\n.incbin \\\"${page_gzip}\\\"\\n${page_symbol}_end:\\n.byte 0\\n.previous\\n\");\n"
         "extern \"C\" const char ${page_symbol}[], ${page_symbol}_end[];\n")
  string(APPEND page_entries
         "      {\"${page_target}\", \"${page_type}; charset=utf-8\", {${page_symbol}, ${page_symbol}_end}, {}},\n")
endforeach()
string(APPEND page_source "\nnamespace cellar {\n\nstd::vector<WebFile> packed_page_files() {\n"
       "  return {\n${page_entries}  };\n}\n\n}  // namespace cellar\n")
file(CONFIGURE OUTPUT ${page_generated}/page_files.cpp CONTENT "${page_source}" @ONLY)
add_library(cellar_page STATIC ${page_generated}/page_files.cpp)
set_source_files_properties(${page_generated}/page_files.cpp PROPERTIES OBJECT_DEPENDS "${page_compressed}")
# ccache does not see what the assembler reads, and a unity source does not depend on it.
set_target_properties(cellar_page PROPERTIES CXX_COMPILER_LAUNCHER "" UNITY_BUILD OFF)
target_include_directories(cellar_page PRIVATE ${CMAKE_SOURCE_DIR})
