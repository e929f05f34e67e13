"""Emulates a ship's satellite link: real kernel TCP over two TUN devices, one of them in a network namespace. This program
passes packets between the two with a delay, a rate limit and losses. It needs Linux, root and iproute2.

Creates a namespace and the network 10.N.0.0/24 (10.N.0.1: this machine, 10.N.0.2: the ship) and prints one line of JSON when
the link is up ({"namespace", "address", "congestion"}). Removes everything when its standard input ends, also if the parent
process was killed. Run something on the ship: ip netns exec <namespace> <command>

A network device that appears or disappears makes every Chromium on this machine abort its requests (ERR_NETWORK_CHANGED), so
run no other browser tests at the same time.
"""
import argparse, collections, fcntl, json, os, random, select, shutil, signal, struct, subprocess, sys, time

SET_INTERFACE, TUN_WITHOUT_HEADER = 0x400454CA, 0x1001
NETWORKS = range(64, 250)


class Unavailable(Exception):
    """Something that the link needs and the machine lacks."""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check_machine():
    if os.geteuid() != 0:
        raise Unavailable('root')
    if shutil.which('ip') is None:
        raise Unavailable("the command 'ip' (Debian: iproute2)")
    if not os.path.exists('/dev/net/tun'):
        raise Unavailable('/dev/net/tun (the kernel module tun)')


def open_tun(name):
    device = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(device, SET_INTERFACE, struct.pack('16sH', name.encode(), TUN_WITHOUT_HEADER))
    except OSError:
        os.close(device)
        raise
    return device


def open_pair():
    """Opens two devices on an unused network. A device name cannot be opened twice, so two links never share a network."""
    used = run('ip', '-4', 'addr')
    for net in random.SystemRandom().sample(NETWORKS, len(NETWORKS)):
        if f' 10.{net}.' in used:
            continue
        try:
            return net, open_tun(f'shore{net}'), open_tun(f'ship{net}')
        except OSError as error:
            refused = error
    raise Unavailable(f'a TUN device ({refused})')


class Direction:
    """One direction of the link: packets leave in order at the link's rate and arrive half a round trip later."""

    def __init__(self, out, kbit, seed):
        self.out, self.bytes_per_second, self.chance = out, kbit * 1000 / 8, random.Random(seed)
        self.free_at, self.waiting, self.sent, self.lost = 0.0, collections.deque(), 0, 0

    def push(self, packet):
        now = time.monotonic()
        start = max(now, self.free_at)
        is_full = (start - now) * self.bytes_per_second > options.queue * 1024
        if self.chance.random() < options.loss or is_full:
            self.lost += 1
            return
        self.free_at = start + len(packet) / self.bytes_per_second
        self.waiting.append((self.free_at + options.rtt / 2000, packet))

    def pump(self):
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            try:
                os.write(self.out, self.waiting.popleft()[1])
                self.sent += 1
            except OSError:
                self.lost += 1


def set_up_network(net, namespace):
    shore, ship = f'shore{net}', f'ship{net}'
    run('ip', 'addr', 'add', f'10.{net}.0.1/24', 'dev', shore)
    run('ip', 'link', 'set', shore, 'up')
    run('ip', 'link', 'set', ship, 'netns', namespace)
    for command in (f'addr add 10.{net}.0.2/24 dev {ship}', f'link set {ship} up', 'link set lo up'):
        run('ip', '-n', namespace, *command.split())
    # The shore sends nearly all data, so its congestion control decides how much lost packets slow a visit down.
    if options.congestion:
        way = ('dev', shore, 'src', f'10.{net}.0.1', 'congctl', options.congestion)
        run('ip', 'route', 'add', f'10.{net}.0.2/32', *way)


def carry(shore, ship):
    down, up = Direction(ship, options.kbit_down, options.seed), Direction(shore, options.kbit_up, options.seed + 1)
    while True:
        due = min([way.waiting[0][0] for way in (down, up) if way.waiting], default=time.monotonic() + 1)
        readable, _, _ = select.select([shore, ship, sys.stdin], [], [], max(0, due - time.monotonic()))
        if sys.stdin in readable and not os.read(sys.stdin.fileno(), 1024):
            return {'down': [down.sent, down.lost], 'up': [up.sent, up.lost]}
        for device, way in ((shore, down), (ship, up)):
            while device in readable:
                try:
                    way.push(os.read(device, 65536))
                except BlockingIOError:
                    break
        down.pump()
        up.pump()


def main():
    check_machine()
    # Raise this process's priority, because a busy machine would otherwise add to the delay of the simulated link.
    os.nice(-15)
    net, shore, ship = open_pair()
    namespace = f'landfall-ship-{net}-{os.getpid()}'
    run('ip', 'netns', 'add', namespace)
    try:
        set_up_network(net, namespace)
        # Discard what the kernel has learnt about an earlier link on this network.
        subprocess.run(('ip', 'tcp_metrics', 'flush', f'10.{net}.0.2'), capture_output=True)
        with open('/proc/sys/net/ipv4/tcp_congestion_control') as default:
            congestion = options.congestion or default.read().strip()
        print(json.dumps({'namespace': namespace, 'address': f'10.{net}.0.1', 'congestion': congestion}), flush=True)
        print(json.dumps(carry(shore, ship)), flush=True)
    finally:
        run('ip', 'netns', 'del', namespace)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('--rtt', type=float, default=600, help='milliseconds, both ways together')
parser.add_argument('--kbit-down', type=float, default=512)
parser.add_argument('--kbit-up', type=float, default=128)
parser.add_argument('--loss', type=float, default=0.02, help='share of packets lost each way')
parser.add_argument('--queue', type=int, default=128, help='size of the queue in kilobytes, each way')
parser.add_argument('--seed', type=int, default=1)
parser.add_argument('--congestion', help="TCP congestion control of the shore; default: the machine's own")
options = parser.parse_args()
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, lambda *_: sys.exit(0))
try:
    main()
except Unavailable as missing:
    sys.exit(f'The satellite link needs {missing}.')
except subprocess.CalledProcessError as failure:
    sys.exit(f"The satellite link needs a network that it may change: '{' '.join(failure.cmd)}' said: {failure.stderr.strip()}")
