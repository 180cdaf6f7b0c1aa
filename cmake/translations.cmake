# Each header in refusal/languages/ is a language besides English: chinese.h defines translations::chinese. They are listed
# here, so that a new one is one file.
file(GLOB languages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/refusal/languages/*.h)
set(includes)
set(names)
foreach(language IN LISTS languages)
  get_filename_component(name ${language} NAME_WE)
  string(APPEND includes "#include \"${language}\"\n")
  string(APPEND names "    &translations::${name},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/translations.inc CONTENT "// Written by cmake/translations.cmake.
@includes@
namespace cellar {

inline constexpr const Translation* kTranslations[] = {
@names@};

}  // namespace cellar
" @ONLY)
