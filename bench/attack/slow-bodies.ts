import { type Attack, repeat } from './attack.ts';
import { openSocket } from './raw-socket.ts';

const sockets = 100;
const trickleMs = 4_000;
/**
 * How long the attack runs, in milliseconds. The server should have closed every connection by then: it allows 60 s for
 * a request body and checks once a second.
 */
const observedMs = 70_000;
const probes = 20;

const head = (line: string) =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-client: web\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;

const kinds = {
  silent: 'POST /api/auth/search/user',
  'a byte every few seconds': 'POST /api/submissions/contact/add',
  'a GET with a body': 'GET /api/health',
  'to no route': 'POST /nowhere',
} as const;

export const slowBodies: Attack = {
  name: `Keep ${sockets * Object.keys(kinds).length} connections open with bodies that never end`,
  async run({ port }, campaign) {
    const open = Object.entries(kinds).flatMap(([kind, line]) =>
      Array.from({ length: sockets }, () => ({ kind, socket: openSocket(port, head(line)) })),
    );
    campaign.count(open.length);
    const trickle = setInterval(() => {
      for (const { kind, socket } of open)
        if (kind === 'a byte every few seconds' && socket.writable) socket.write(' ');
    }, trickleMs);
    const visitor = campaign.attacker(port);
    const served = await repeat(probes, 1, async () => {
      const { status } = await visitor.get('/api/health');
      return status === 200;
    });
    await new Promise((resolve) => setTimeout(resolve, observedMs));
    clearInterval(trickle);
    const left = open.filter(({ socket }) => !socket.destroyed);
    for (const { socket } of open) socket.destroy();
    const names = [...new Set(left.map(({ kind }) => kind))].join(', ');
    const isServed = served.every(Boolean);
    const after = `${left.length} of ${open.length} open after ${observedMs / 1000} s${names && ` (${names})`}`;
    return {
      gained: isServed ? after : `${after}; other visitors were refused`,
      isHeld: left.length === 0 && isServed,
    };
  },
};
