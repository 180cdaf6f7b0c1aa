"""A way to a node that can be cut: connections to it are forwarded, until all of them are closed at once."""
import socket
import struct
import threading

AT_ONCE = 256 * 1024
RESETS = struct.pack('ii', 1, 0)  # SO_LINGER: what is under way is dropped, and the other side is told so


class CuttingProxy:
    """Listens at `self.port` of 127.0.0.1, in threads of its own."""

    def __init__(self, host, port):
        self.node = (host, port)
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.accepted = 0
        self.lock, self.open = threading.Lock(), set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            self.accepted += 1
            threading.Thread(target=self.forward, args=(client,), daemon=True).start()

    def forward(self, client):
        """Connects to the node, and forwards in both directions until one of them ends."""
        try:
            node = socket.create_connection(self.node)
        except OSError:
            client.close()
            return
        pair = (client, node)
        with self.lock:
            self.open.add(pair)
        back = threading.Thread(target=self.copy, args=(node, client), daemon=True)
        back.start()
        self.copy(client, node)
        back.join()
        with self.lock:
            self.open.discard(pair)
        for each in pair:
            each.close()

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(AT_ONCE):
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Ends all connections; returns how many there were."""
        with self.lock:
            pairs = list(self.open)
            for pair in pairs:
                for each in pair:
                    try:
                        each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESETS)
                        each.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass
        return len(pairs)
