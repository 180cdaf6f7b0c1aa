# Makes the Debian package of a build folder, looks at what is in it, and tries the program, its manual and the
# completion of bash from it.
#   cmake -D BUILD=... -D CPACK=... -D FOLDER=... -D STATIC=TRUE|FALSE -P package.cmake
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(require_word word)
  if(NOT output MATCHES "${word}")
    message(FATAL_ERROR "no ${word} in\n${output}")
  endif()
endfunction()

run(${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${FOLDER})
file(GLOB package ${FOLDER}/cellar_*.deb)
run(dpkg-deb -c ${package})
foreach(file bin/cellar share/man/man1/cellar\\.1\\.gz share/bash-completion/completions/cellar
             share/zsh/vendor-completions/_cellar share/fish/vendor_completions\\.d/cellar\\.fish
             share/doc/cellar/copyright share/doc/cellar/changelog\\.gz share/doc/cellar/README\\.md
             share/doc/cellar/docs/tutorial\\.md share/doc/cellar/docs/class/graded\\.webp
             share/doc/cellar/examples/likes\\.cql)
  require_word(" root/root .* \\./usr/${file}\n")
endforeach()
foreach(absent /include/ \\.a\n LICENSE)
  if(output MATCHES "${absent}")
    message(FATAL_ERROR "${absent} in\n${output}")
  endif()
endforeach()
run(dpkg-deb -f ${package} Package Section Depends Description)
require_word("Package: cellar\n")
find_program(LINTIAN lintian)
if(STATIC AND output MATCHES "Depends:")
  message(FATAL_ERROR "a program that is linked statically depends on nothing:\n${output}")
elseif(STATIC AND LINTIAN)
  run(${LINTIAN} --allow-root --fail-on error,warning ${package})
endif()

run(dpkg-deb -x ${package} root)
set(documents ${FOLDER}/root/usr/share/doc/cellar)
file(READ ${documents}/README.md readme)
string(REGEX MATCHALL "\\([A-Za-z/-]+\\.md" links "${readme}")
foreach(link ${links})
  string(SUBSTRING ${link} 1 -1 file)
  if(NOT EXISTS ${documents}/${file})
    message(FATAL_ERROR "the README of the package links ${file}, which is not in it")
  endif()
endforeach()
file(READ ${FOLDER}/root/usr/share/doc/cellar/copyright output)
foreach(library OpenSSL "GNU C Library" libstdc\\+\\+ LMDB ANTLR CLI11 fmt utf8proc nlohmann-json Boost)
  require_word("${library}")
endforeach()
run(root/usr/bin/cellar -e "SELECT cluster_name FROM system.local")
require_word("cellar\n")
find_program(MAN man)
if(MAN)
  set(ENV{LC_ALL} C.UTF-8)
  set(ENV{MANROFFSEQ} "")
  run(${MAN} --warnings=w -l root/usr/share/man/man1/cellar.1.gz)
  require_word("CREATE TABLE \\[IF NOT EXISTS\\]")
  if(output MATCHES "warning:")
    message(FATAL_ERROR "${output}")
  endif()
endif()
find_program(BASH bash)
if(BASH)
  file(WRITE ${FOLDER}/complete.sh "source root/usr/share/bash-completion/completions/cellar
COMP_WORDS=(cellar shop.cellar --policy t) COMP_CWORD=3; _cellar; echo \"value: \${COMPREPLY[*]}\"
COMP_WORDS=(cellar --stop) COMP_CWORD=1; _cellar; echo \"option: \${COMPREPLY[*]}\"
COMP_WORDS=(cellar check --sum) COMP_CWORD=2; _cellar; echo \"of check: \${COMPREPLY[*]}\"
COMP_WORDS=(cellar veri) COMP_CWORD=1; _cellar; echo \"command: \${COMPREPLY[*]}\"
")
  run(${BASH} --norc complete.sh)
  require_word("value: teach\noption: --stop-on-error\nof check: --summary\ncommand: verify\n")
endif()
file(REMOVE_RECURSE ${FOLDER})
