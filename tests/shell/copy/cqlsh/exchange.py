#!/usr/bin/env python3
"""Exchanges files between cqlsh's COPY and Cellar's, in both directions.

    exchange.py write CQLSH            cqlsh writes the files of files.txt into this folder
    exchange.py read CQLSH CELLAR      Cellar writes the same files, cqlsh reads them; says which rows differ

A Cassandra listens on 127.0.0.1:9042. CQLSH is the program (pip install cqlsh); the Python that runs this has
cassandra-driver. The tests read the files that `write` left here; `read` is run by hand.
"""
# Rows are compared as JSON, which has all timestamps; those of the driver end with the year 9999.
import pathlib
import subprocess
import sys
import tempfile

from cassandra.cluster import Cluster

HERE = pathlib.Path(__file__).resolve().parent
KEYSPACE = "exchange"
CREATE = ("CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
          "USE %s;\n" % (KEYSPACE, KEYSPACE))


def files():
    for line in (HERE / "files.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            table, name, options = [part.strip() for part in line.split("|", 2)]
            yield table, name, " WITH " + options if options else ""


def run(program, script):
    done = subprocess.run(program, input=script, capture_output=True, text=True)
    return done.stdout + done.stderr


def cqlsh(program, script):
    with tempfile.NamedTemporaryFile("w", suffix=".cql") as file:
        file.write(script)
        file.flush()
        return run([program, "--no-color", "-f", file.name, "127.0.0.1"], "")


def create(session):
    session.execute("DROP KEYSPACE IF EXISTS " + KEYSPACE)


def rows_of(session, table):
    return sorted(repr(row) for row in session.execute("SELECT JSON * FROM %s.%s" % (KEYSPACE, table)))


def write(program):
    create(Cluster(["127.0.0.1"]).connect())
    script = CREATE + (HERE / "families.cql").read_text()
    for table, name, options in files():
        script += "COPY %s TO '%s'%s;\n" % (table, HERE / name, options)
    print(cqlsh(program, script))


def read(program, cellar):
    session = Cluster(["127.0.0.1"]).connect()
    create(session)
    families = (HERE / "families.cql").read_text()
    print(cqlsh(program, CREATE + families))
    wanted = {table: rows_of(session, table) for table, _, _ in files()}
    with tempfile.TemporaryDirectory() as folder:
        script = CREATE + families
        for table, name, options in files():
            script += "COPY %s TO '%s/%s'%s;\n" % (table, folder, name, options)
        print(run([cellar], script))
        for table, name, options in files():
            session.execute("TRUNCATE %s.%s" % (KEYSPACE, table))
            said = cqlsh(program, "USE %s;\nCOPY %s FROM '%s/%s'%s;\n" % (KEYSPACE, table, folder, name, options))
            found = rows_of(session, table)
            print("%-24s %s" % (name, "same" if found == wanted[table] else "differs"))
            if found != wanted[table]:
                print("".join("    wrote %s\n" % row for row in wanted[table] if row not in found)
                      + "".join("    read  %s\n" % row for row in found if row not in wanted[table]) + said)


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
