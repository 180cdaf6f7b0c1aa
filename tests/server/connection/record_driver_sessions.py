#!/usr/bin/env python3
"""Writes what real drivers send: a line for each connection, `VERSION | FRAMES`, the frames as hexadecimal digits.

    record_driver_sessions.py [NAME ...] > driver_sessions.txt          needs build/release/cellar

runs the programs of tests/drivers against `cellar serve`, with this program between the two. A frame is its opcode (a byte),
the length of its body (two bytes) and its body. No compression is offered to the drivers. What another line says already, and
bodies over a kilobyte, are left out: the file is a corpus for fuzz_connection.h.
"""
import pathlib
import re
import socket
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
STARTUP, OPTIONS, QUERY = 0x01, 0x05, 0x07
MOST_BODY, MOST_FRAMES = 1024, 24
HEADER = 9


class Recorder:
    """Takes the bytes of a client, and keeps its frames."""

    def __init__(self):
        self.version, self.frames, self.buffer, self.has_segments, self.segments = 0, [], b'', False, b''

    def take(self, data):
        if self.has_segments:
            self.segments += data
            while len(self.segments) >= 6:
                size = int.from_bytes(self.segments[:3], 'little') & 0x1FFFF
                if len(self.segments) < size + 10:
                    return
                self.buffer += self.segments[6:6 + size]
                self.segments = self.segments[size + 10:]
                self.take_frames()
            return
        self.buffer += data
        self.take_frames()

    def take_frames(self):
        while len(self.buffer) >= HEADER:
            version, opcode = self.buffer[0], self.buffer[4]
            size = int.from_bytes(self.buffer[5:9], 'big')
            if len(self.buffer) < HEADER + size:
                return
            body, self.buffer = self.buffer[HEADER:HEADER + size], self.buffer[HEADER + size:]
            if opcode not in (STARTUP, OPTIONS):
                self.frames.append((opcode, body))
            self.version = version
            if opcode == STARTUP and version == 5:
                self.has_segments = True


def without_compression(data):
    return data.replace(b'\0\3lz4', b'\0\3no1').replace(b'\0\6snappy', b'\0\6nobody')


def forward(source, target, change, take):
    try:
        while data := source.recv(65536):
            take(data)
            target.sendall(change(data))
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(listener, server_port, recorders):
    while True:
        client = listener.accept()[0]
        server = socket.create_connection(('127.0.0.1', server_port))
        recorder = Recorder()
        recorders.append(recorder)
        threading.Thread(target=forward, args=(client, server, lambda data: data, recorder.take), daemon=True).start()
        threading.Thread(target=forward, args=(server, client, without_compression, lambda data: None), daemon=True).start()


def record(name):
    """Runs the program of a driver. Returns its connections."""
    process = subprocess.Popen([ROOT / 'build/release/cellar', 'serve', '--listen', '127.0.0.1', '--port', '0'],
                               stdout=subprocess.PIPE, text=True)
    port = int(process.stdout.readline().rsplit(':', 1)[1])
    listener = socket.create_server(('127.0.0.1', 0))
    recorders = []
    threading.Thread(target=serve, args=(listener, port, recorders), daemon=True).start()
    address = f'127.0.0.1:{listener.getsockname()[1]}'
    subprocess.run([ROOT / 'tests/drivers/run', '--address', address, name], stdout=sys.stderr, check=False)
    process.terminate()
    process.wait()
    return recorders


def shape(opcode, body):
    """Frames of one shape differ in digits and letters of values only."""
    return opcode, re.sub(rb'[0-9a-f]{2,}|[0-9]+', b'#', body) if opcode != 0x0A else (body[:20], len(body))


def in_input(opcode, body):
    return bytes([opcode]) + len(body).to_bytes(2, 'big') + body


def sessions_of(recorder, known):
    """Returns the new frames of a connection, in parts, each behind the USE that was last sent."""
    sessions, use = [[]], []
    for opcode, body in recorder.frames:
        if opcode == QUERY and body[4:8].upper() == b'USE ':
            use = [in_input(opcode, body)]
            sessions[-1] += use if sessions[-1] else []
        elif len(body) <= MOST_BODY and shape(opcode, body) not in known:
            known.add(shape(opcode, body))
            if len(sessions[-1]) >= MOST_FRAMES:
                sessions.append([])
            sessions[-1] += (use if not sessions[-1] else []) + [in_input(opcode, body)]
    return [frames for frames in sessions if frames]


def main():
    known = set()
    for name in sys.argv[1:] or ['python', 'cqlsh', 'node', 'gocql-v2', 'gocql']:
        for recorder in record(name):
            for frames in sessions_of(recorder, known):
                print(f'{recorder.version} | {b"".join(frames).hex()}')


if __name__ == '__main__':
    main()
