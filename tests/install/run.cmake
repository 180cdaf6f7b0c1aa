# Installs the library into an empty prefix, builds examples/embed.cpp with it as a project of its own would, away
# from the sources, and runs it twice.
#   cmake -D BUILD=... -D SOURCE=... -D FOLDER=... -D GENERATOR=... -D COMPILER=... -D FLAGS=... -P run.cmake
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/consumer)
file(COPY ${SOURCE}/tests/install/consumer/CMakeLists.txt ${SOURCE}/examples/embed.cpp DESTINATION ${FOLDER}/consumer)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --component library --prefix ${FOLDER}/prefix)
file(GLOB archives ${FOLDER}/prefix/lib*/*.a ${FOLDER}/prefix/lib*/*/*.a)
list(LENGTH archives count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "not one archive: ${archives}")
endif()
foreach(absent storage/transaction/transaction_state.h parser/grammar/grammar_reader.h)
  if(EXISTS ${FOLDER}/prefix/include/cellar/${absent})
    message(FATAL_ERROR "${absent} is installed, and no public header needs it")
  endif()
endforeach()

run(${CMAKE_COMMAND} -S consumer -B build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${FOLDER}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS} -Wall -Wextra -Werror -pedantic"
    -DEXAMPLE=${FOLDER}/consumer/embed.cpp)
run(${CMAKE_COMMAND} --build build)
set(expected "4: (no title), 0 tags, rated 4.5\n3: Post 3, 2 tags\n")
foreach(time first second)  # the second run finds the file of the first
  run(${FOLDER}/build/consumer)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the ${time} run printed\n${output}")
  endif()
endforeach()
file(REMOVE_RECURSE ${FOLDER})
