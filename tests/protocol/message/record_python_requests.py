#!/usr/bin/env python3
"""Writes python_requests.txt: requests as cassandra-driver 3.30 encodes them, in hexadecimal digits.

Run it in an environment that has cassandra-driver: record_python_requests.py > python_requests.txt
"""
from cassandra import ConsistencyLevel as CL
from cassandra import protocol as p
from cassandra.query import BatchType

PREPARED = bytes(range(16))
METADATA = bytes(range(16, 32))


def messages(version):
    values = [b"\x00\x00\x00\x2a", None, b""] + ([p._UNSET_VALUE] if version > 3 else [])
    yield "STARTUP", p.StartupMessage(
        cqlversion="3.4.7",
        options={"COMPRESSION": "lz4", "DRIVER_NAME": "DataStax Python Driver", "DRIVER_VERSION": "3.30.0"})
    yield "OPTIONS", p.OptionsMessage()
    yield "AUTH_RESPONSE", p.AuthResponseMessage(b"\x00cassandra\x00cassandra")
    yield "AUTH_RESPONSE of nothing", p.AuthResponseMessage(b"")
    yield "REGISTER", p.RegisterMessage(["TOPOLOGY_CHANGE", "STATUS_CHANGE", "SCHEMA_CHANGE"])
    yield "QUERY plain", p.QueryMessage("SELECT * FROM system.local WHERE key='local'", CL.ONE)
    query = p.QueryMessage("INSERT INTO t (a) VALUES (?)", CL.LOCAL_QUORUM)
    query.query_params = values
    yield "QUERY values", query
    yield "QUERY paging", p.QueryMessage(
        "SELECT * FROM t", CL.LOCAL_ONE, serial_consistency_level=CL.LOCAL_SERIAL, fetch_size=5000,
        paging_state=b"\x01\x02\x03", timestamp=1700000000000001)
    yield "EXECUTE", p.ExecuteMessage(
        PREPARED, values, CL.QUORUM, fetch_size=100, skip_meta=True, timestamp=123456789,
        result_metadata_id=METADATA if version > 4 else None)
    yield "PREPARE", p.PrepareMessage("SELECT a FROM t WHERE k = ?")
    batch = [(False, "INSERT INTO t (a) VALUES (1)", []), (True, PREPARED, [b"\x00\x01", None])]
    yield "BATCH logged", p.BatchMessage(BatchType.LOGGED, batch, CL.ONE)
    yield "BATCH counter", p.BatchMessage(
        BatchType.COUNTER, batch, CL.TWO, serial_consistency_level=CL.SERIAL, timestamp=77)
    traced = p.QueryMessage("SELECT now() FROM system.local", CL.ALL)
    traced.tracing = True
    yield "QUERY traced", traced
    if version > 3:
        paid = p.QueryMessage("SELECT 1", CL.ONE)
        paid.update_custom_payload({"key": b"\x01\x02", "empty": b""})
        yield "QUERY with payload", paid
    if version > 4:
        yield "QUERY in a keyspace", p.QueryMessage("SELECT * FROM t", CL.ONE, keyspace="school")
        yield "PREPARE in a keyspace", p.PrepareMessage("SELECT * FROM t", keyspace="school")
        yield "BATCH in a keyspace", p.BatchMessage(BatchType.UNLOGGED, batch, CL.ONE, keyspace="school")


for version in (3, 4, 5):
    for stream, (name, message) in enumerate(messages(version)):
        encoded = p.ProtocolHandler.encode_message(message, stream, version, None, False)
        print("%d | %s | %s" % (version, name, encoded.hex()))
