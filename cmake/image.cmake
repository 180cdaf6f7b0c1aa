# `cmake --build build/release --target image` makes the folder from which `docker build` or `podman build` makes a
# container image (cmake/image/Dockerfile). The folder root/ in it is all that the image holds.
set(image ${CMAKE_BINARY_DIR}/image)
add_custom_target(
  image
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${image}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${image}/root/usr/bin ${image}/root/docker-entrypoint-initdb.d ${image}/root/tmp
  COMMAND ${CMAKE_COMMAND} -E make_directory ${image}/root/usr/share/doc/cellar
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/cmake/debian/copyright ${image}/root/usr/share/doc/cellar
  COMMAND ${CMAKE_STRIP} -o ${image}/root/usr/bin/cellar $<TARGET_FILE:cellar>
  COMMAND ${CMAKE_COMMAND} -E create_symlink cellar ${image}/root/usr/bin/cqlsh
  COMMAND chmod -R u=rwX,go=rX ${image}/root # whatever the umask is: it runs as somebody else
  COMMAND chmod 1777 ${image}/root/tmp
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/cmake/image/Dockerfile ${image}
  DEPENDS cellar
  VERBATIM)
