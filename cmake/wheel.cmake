# `cmake --build build/release --target wheel` makes build/release/wheel/cellar-VERSION-py3-none-PLATFORM.whl: the program, and
# fixtures of pytest that start it (cmake/wheel/). A program that is linked statically runs on every Linux of its
# processor, with glibc or with musl; another one on systems like this one.
find_package(Python3 COMPONENTS Interpreter)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(platform manylinux_2_17_${CMAKE_SYSTEM_PROCESSOR}.manylinux2014_${CMAKE_SYSTEM_PROCESSOR}.musllinux_1_1_${CMAKE_SYSTEM_PROCESSOR})
else()
  set(platform linux_${CMAKE_SYSTEM_PROCESSOR})
endif()
set(wheel ${CMAKE_BINARY_DIR}/wheel)
add_custom_target(
  wheel
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${wheel}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${wheel}
  COMMAND ${CMAKE_STRIP} -o ${wheel}/program $<TARGET_FILE:cellar>
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/wheel/build.py ${wheel}/program ${PROJECT_VERSION} ${platform} ${wheel}
  COMMAND ${CMAKE_COMMAND} -E rm ${wheel}/program
  DEPENDS cellar
  VERBATIM)
