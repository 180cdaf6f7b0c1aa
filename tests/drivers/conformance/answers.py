"""Statements of a script, and what a server answers to them, in the form of tests/conformance/README.md."""
import datetime
import ipaddress
import re
import struct
import uuid
from decimal import Decimal

from cassandra import AlreadyExists, InvalidRequest, RequestExecutionException, Unauthorized
from cassandra.cluster import NoHostAvailable
from cassandra.protocol import (ConfigurationException, ErrorMessage, ProtocolHandler, ResultMessage, SyntaxException,
                                read_int, read_value)


def split(text):
    """Yield (prefix, statement) pairs: prefix is what stands before the
    statement (blank lines, comments), statement ends with its semicolon.
    The rest after the last statement is yielded with statement None."""
    i = start = 0
    begun = None          # where the current statement's first word stands
    batch = False
    n = len(text)
    while i < n:
        c = text[i]
        two = text[i:i + 2]
        if two in ("--", "//"):
            j = text.find("\n", i)
            i = n if j < 0 else j + 1
        elif two == "/*":
            j = text.find("*/", i + 2)
            i = n if j < 0 else j + 2
        elif two == "$$":
            begun = i if begun is None else begun
            j = text.find("$$", i + 2)
            i = n if j < 0 else j + 2
        elif c in "'\"":
            begun = i if begun is None else begun
            j = i + 1
            while j < n:
                if text[j] == c:
                    if text[j + 1:j + 2] == c:
                        j += 2
                        continue
                    break
                j += 1
            i = j + 1
        elif c == ";":
            if begun is None:
                i += 1
                continue
            statement = text[begun:i + 1]
            head = statement.lstrip().upper()
            batch = bool(re.match(r"BEGIN\s+(UNLOGGED\s+|LOGGED\s+|COUNTER\s+)?BATCH", head))
            if batch and not re.search(r"APPLY\s+BATCH\s*;$", head):
                i += 1
                continue
            yield text[start:begun], statement
            i += 1
            start, begun = i, None
        else:
            if begun is None and not c.isspace():
                begun = i
            i += 1
    yield text[start:], None


# ---- values: from the bytes of the native protocol to a CQL literal

def quoted(s):
    s = s.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return "'" + s.replace("'", "''") + "'"


def float_text(x, single):
    if x != x:
        return "NaN"
    if x in (float("inf"), float("-inf")):
        return "Infinity" if x > 0 else "-Infinity"
    if single:
        for digits in range(1, 10):
            s = "%.*g" % (digits, x)
            try:
                if struct.pack(">f", float(s)) == struct.pack(">f", x):
                    return s
            except OverflowError:
                pass
    return repr(x)


def signed(b):
    return int.from_bytes(b, "big", signed=True)


def decimal_text(b):
    unscaled, scale = signed(b[4:]), signed(b[:4])
    sign, digits = (1, str(-unscaled)) if unscaled < 0 else (0, str(unscaled))
    return str(Decimal((sign, tuple(map(int, digits)), -scale)))


def day_text(days):
    """A day count since 1970-01-01 as yyyy-mm-dd, None outside the years 1 to 9999."""
    try:
        d = datetime.date(1970, 1, 1) + datetime.timedelta(days=days)
    except OverflowError:
        return None
    return "%04d-%02d-%02d" % (d.year, d.month, d.day)


def timestamp_text(ms):
    days, rest = divmod(ms, 86400000)
    day = day_text(days)
    if day is None:
        return str(ms)
    seconds, milli = divmod(rest, 1000)
    return quoted("%s %02d:%02d:%02d.%03d+0000"
                  % (day, seconds // 3600, seconds // 60 % 60, seconds % 60, milli))


def time_text(ns):
    seconds, nano = divmod(ns, 10**9)
    return quoted("%02d:%02d:%02d.%09d" % (seconds // 3600, seconds // 60 % 60, seconds % 60, nano))


def unsigned_vint(b, i):
    extra = 8 - (b[i] ^ 0xFF).bit_length()
    value = b[i] & (0xFF >> (extra + 1)) if extra < 8 else 0
    for k in range(extra):
        value = value << 8 | b[i + 1 + k]
    return value, i + 1 + extra


def duration_text(b):
    i, parts = 0, []
    for _ in range(3):
        n, i = unsigned_vint(b, i)
        parts.append((n >> 1) ^ -(n & 1))
    sign = "-" if min(parts) < 0 else ""
    return sign + ("".join("%d%s" % (abs(n), u) for n, u in zip(parts, ("mo", "d", "ns")) if n) or "0ns")


def elements(b, i):
    """The length-prefixed elements of b from offset i on; None for null."""
    while i < len(b):
        n = signed(b[i:i + 4])
        i += 4
        yield None if n < 0 else b[i:i + n]
        i += max(n, 0)


FIXED = {"boolean": 1, "tinyint": None, "smallint": None, "int": 4, "bigint": 8, "float": 4, "double": 8,
         "timestamp": 8, "uuid": 16, "timeuuid": 16}


def vector_elements(b, t):
    size = FIXED.get(t.subtype.typename)
    if size:
        return [b[i:i + size] for i in range(0, len(b), size)]
    out, i = [], 0
    while i < len(b):
        n, i = unsigned_vint(b, i)
        out.append(b[i:i + n])
        i += n
    return out


def literal(b, t):
    """The CQL literal of the bytes b of driver type t; null, and empty for a value of no bytes
    where the type has no literal for it."""
    if b is None:
        return "null"
    name = t.typename
    if name in ("text", "varchar", "ascii"):
        return quoted(b.decode("utf-8"))
    if name == "blob":
        return "0x" + b.hex()
    if name == "frozen":
        return literal(b, t.subtypes[0])
    if name == "list":
        return "[" + ", ".join(literal(x, t.subtypes[0]) for x in elements(b, 4)) + "]"
    if name == "set":
        return "{" + ", ".join(literal(x, t.subtypes[0]) for x in elements(b, 4)) + "}"
    if name == "map":
        e = list(elements(b, 4))
        return "{" + ", ".join(literal(k, t.subtypes[0]) + ": " + literal(v, t.subtypes[1])
                               for k, v in zip(e[::2], e[1::2])) + "}"
    if name == "tuple" or hasattr(t, "fieldnames"):
        e = list(elements(b, 0))
        e += [None] * (len(t.subtypes) - len(e))
        parts = [literal(x, s) for x, s in zip(e, t.subtypes)]
        if name == "tuple":
            return "(" + ", ".join(parts) + ")"
        return "{" + ", ".join(f + ": " + p for f, p in zip(t.fieldnames, parts)) + "}"
    if "Vector" in name or name == "vector":
        return "[" + ", ".join(literal(x, t.subtype) for x in vector_elements(b, t)) + "]"
    if not b:
        return "empty"
    if name in ("tinyint", "smallint", "int", "bigint", "varint", "counter"):
        return str(signed(b))
    if name == "float":
        return float_text(struct.unpack(">f", b)[0], True)
    if name == "double":
        return float_text(struct.unpack(">d", b)[0], False)
    if name == "decimal":
        return decimal_text(b)
    if name == "boolean":
        return "true" if b[0] else "false"
    if name in ("uuid", "timeuuid"):
        return str(uuid.UUID(bytes=b))
    if name == "timestamp":
        return timestamp_text(signed(b))
    if name == "date":
        raw = int.from_bytes(b, "big")
        day = day_text(raw - 2**31)
        return str(raw) if day is None else quoted(day)
    if name == "time":
        return time_text(signed(b))
    if name == "duration":
        return duration_text(b)
    if name == "inet":
        return quoted(str(ipaddress.ip_address(b)))
    return "0x" + b.hex()


class RawRows(ResultMessage):
    """Rows as the bytes that came over the wire."""

    def recv_results_rows(self, f, protocol_version, user_type_map, result_metadata, *rest):
        self.recv_results_metadata(f, user_type_map)
        metadata = self.column_metadata or result_metadata
        self.column_names = [c[2] for c in metadata]
        self.column_types = [c[3] for c in metadata]
        self.parsed_rows = [tuple(read_value(f) for _ in metadata) for _ in range(read_int(f))]


class RawProtocol(ProtocolHandler):
    message_types_by_opcode = {**ProtocolHandler.message_types_by_opcode, RawRows.opcode: RawRows}


def error_class(e):
    """The protocol's name of an error, in lower case with underscores."""
    if isinstance(e, SyntaxException):
        return "syntax"
    if isinstance(e, AlreadyExists):
        return "already_exists"
    if isinstance(e, Unauthorized):
        return "unauthorized"
    if isinstance(e, ConfigurationException):
        return "config"
    if isinstance(e, InvalidRequest):
        return "invalid"
    if isinstance(e, RequestExecutionException):
        return type(e).__name__.lower()
    if isinstance(e, NoHostAvailable):     # the driver tries another host after a server error
        causes = list(e.errors.values())
        return error_class(causes[0]) if causes else "server"
    if isinstance(e, ErrorMessage):
        return "server" if e.code == 0 else "server_%04x" % e.code
    return type(e).__name__
