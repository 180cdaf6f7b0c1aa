# Writes what the program says of itself: its manual page and the completion of shells.
#   cmake -D PROGRAM=... -D FOLDER=... -P manual.cmake
function(write_answer file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${file} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${PROGRAM} ${ARGN}: ${status}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
write_answer(cellar.1 --man)
write_answer(cellar.bash --completion bash)
write_answer(_cellar --completion zsh)
write_answer(cellar.fish --completion fish)
configure_file(${CMAKE_CURRENT_LIST_DIR}/debian/changelog ${FOLDER}/changelog COPYONLY)
# Without a name and a time in them, equal texts are equal files.
execute_process(COMMAND gzip -9nkf cellar.1 changelog WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
