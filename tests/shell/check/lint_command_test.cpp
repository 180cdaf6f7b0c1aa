// `cellar lint` as a program: exit statuses and files.
#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

TEST_CASE("the exit status of lint says whether there are errors or refusals") {
  const ScratchFolder folder;
  folder.write("few.cql", "CREATE TABLE t (status text, id uuid, PRIMARY KEY (status, id));\n");
  folder.write("fine.cql", "CREATE TABLE t (k int PRIMARY KEY, v int);\nSELECT v FROM t WHERE k = ?;\n");
  folder.write("wrong.cql", "CREATE TABLE t (k int PRIMARY KEY, v intt);\n");
  CHECK(folder.run("lint fine.cql").status == 0);
  CHECK(folder.run("lint fine.cql").output ==
        "fine.cql: 0 errors, 0 warnings, 0 remarks in 1 table, 2 statements; 0 refused\n");
  CHECK(folder.run("lint few.cql").status == 0);
  CHECK_THAT(folder.run("lint few.cql").output, Contains("few.cql:1:52: warn[L502]: "));
  CHECK(folder.run("lint --level L502=error fine.cql few.cql").status == 1);
  CHECK(folder.run("lint --level L502=error --level L502=off few.cql").status == 0);
  CHECK(folder.run("lint wrong.cql").status == 2);
  CHECK(folder.run("lint --level all=error wrong.cql few.cql").status == 1);
  CHECK_THAT(folder.run("lint --json fine.cql few.cql").output, Contains("}\n{\"file\":\"few.cql\""));
  CHECK(folder.run("lint nosuch.cql").status == 1);
  CHECK(folder.run("lint").status == 1);
  CHECK(folder.run("lint --level L502=loud few.cql").status == 1);
}
