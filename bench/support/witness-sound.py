"""Receives bots' sound: python3 witness-sound.py. Counts every packet by the kernel's time of arrival.

Prints its port first. Then reads a command from each line of standard input: "forward PORT EVERY" passes every EVERYth
packet of a channel on to a voice server on this machine, "begin" resets the counts, "tell" prints a line of JSON with
the statistics of each channel by its SSRC.
"""

import json
import socket
import struct
import sys
import threading

HEADER = struct.Struct(">BBHII")
TIME = struct.Struct("qq")
# Linux's numbers of these options. Python has no names for them.
SO_RCVBUFFORCE = 33
SO_TIMESTAMPNS = 35
# The size of the receive buffer in bytes: so large that no packet is lost, however seldom this process runs.
BUFFER = 64 << 20
DISCOVERY = 74
KEEP_ALIVE = 8
OPUS = 120
# A packet is late if it comes more than LATE_MS after the previous one. After PAUSE_MS, it is the first after a pause.
LATE_MS = 40
PAUSE_MS = 1_000

udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try:
    udp.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
except PermissionError:
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
udp.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
udp.bind(("127.0.0.1", 0))
onward = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

target = None
every = 1
channels = {}


class Channel:
    def __init__(self):
        self.frames = self.lost = self.late = 0
        self.longest_ms = 0.0
        self.last_ms = self.last_sequence = None

    def take(self, sequence, at_ms):
        self.frames += 1
        if self.last_ms is not None:
            self.lost += (sequence - self.last_sequence - 1) & 0xFFFF
            waited = at_ms - self.last_ms
            if LATE_MS < waited < PAUSE_MS:
                self.late += 1
            if waited < PAUSE_MS:
                self.longest_ms = max(self.longest_ms, waited)
        self.last_ms, self.last_sequence = at_ms, sequence


def answer_discovery(packet, address):
    host = address[0].encode().ljust(64, b"\0")
    return struct.pack(">HH", 2, 70) + packet[4:8] + host + struct.pack(">H", address[1])


def receive():
    while True:
        packet, extra, _, address = udp.recvmsg(2048, 64)
        if len(packet) == DISCOVERY:
            udp.sendto(answer_discovery(packet, address), address)
            continue
        if len(packet) == KEEP_ALIVE:
            udp.sendto(packet, address)
            continue
        if len(packet) < HEADER.size:
            continue
        _, kind, sequence, _, ssrc = HEADER.unpack_from(packet)
        if kind & 0x7F != OPUS:
            continue
        seconds, nanoseconds = TIME.unpack(extra[0][2])
        channel = channels.get(ssrc)
        if channel is None:
            channel = channels[ssrc] = Channel()
        channel.take(sequence, seconds * 1e3 + nanoseconds / 1e6)
        if target and sequence % every == 0:
            onward.sendto(packet, target)


def tell():
    figures = {
        ssrc: {"frames": c.frames, "lost": c.lost, "late": c.late, "longestMs": c.longest_ms}
        for ssrc, c in list(channels.items())
    }
    print(json.dumps(figures), flush=True)


threading.Thread(target=receive, daemon=True).start()
print(udp.getsockname()[1], flush=True)
for line in sys.stdin:
    command, *numbers = line.split()
    if command == "forward":
        target, every = ("127.0.0.1", int(numbers[0])), int(numbers[1])
    elif command == "begin":
        channels = {}
    elif command == "tell":
        tell()
