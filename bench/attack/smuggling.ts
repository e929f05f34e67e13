import { type Attack, repeat } from './attack.ts';
import { exchange, statusesOf } from './raw-socket.ts';

const smuggled = 'GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-smuggled: 1\r\n\r\n';
const start =
  'POST /api/auth/verify/user/flag HTTP/1.1\r\nhost: 127.0.0.1\r\nx-client: web\r\ncontent-type: application/json\r\n';
const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
const transferEncodings = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\x0bchunked',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
];
const contentLengths = ['+4', '0x4', '4,4', '4 4', '-1', '4\r\nContent-Length: 90', '1e1', ''];

/**
 * Requests of ambiguous length: a proxy and this server might disagree where such a request ends. Each has a second
 * request hidden in its body.
 */
const ambiguous: Record<string, string> = {
  'CL.TE': `${start}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'TE.CL': `${start}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunk}`,
  ...Object.fromEntries(
    transferEncodings.map((line) => [
      JSON.stringify(line),
      `${start}Content-Length: 2\r\n${line}\r\n\r\n{}${smuggled}`,
    ]),
  ),
  ...Object.fromEntries(
    contentLengths.map((text) => [
      `CL ${JSON.stringify(text)}`,
      `${start}Content-Length: ${text}\r\n\r\nabcd${smuggled}`,
    ]),
  ),
  'folded header': `${start}X-A: b\r\n Content-Length: 4\r\nContent-Length: 0\r\n\r\n${smuggled}`.replace(
    'x-client: web\r\n',
    '',
  ),
  'bare LF': `${start.replaceAll('\r\n', '\n')}Content-Length: 0\n\n${smuggled}`,
  'bare CR': `${start}X-A: b\rContent-Length: 0\r\n\r\n${smuggled}`,
  'space in a name': `${start}Content Length: 0\r\nContent-Length: 0\r\n\r\n${smuggled}`,
  'NUL in a value': `${start}X-A: b\0c\r\nContent-Length: 0\r\n\r\n${smuggled}`,
  'chunk size overflow': `${start}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n\r\n${smuggled}`,
  'chunk with bare LF': `${start}Transfer-Encoding: chunked\r\n\r\n0\n\n${smuggled}`,
};

/**
 * Requests that are too large or otherwise dangerous, each with the status codes with which the server may refuse it.
 */
const tooLarge: Record<string, { text: string; allowed: number[] }> = {
  'header of 20 KB': {
    text: `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    allowed: [431],
  },
  '3,000 headers': {
    text: `GET /api/health HTTP/1.1\r\nhost: a\r\n${Array.from({ length: 3000 }, (_, i) => `x${i}: y\r\n`).join('')}\r\n`,
    allowed: [431],
  },
  'body of 300 KB': { text: `${start}Content-Length: 300000\r\n\r\n${'a'.repeat(300_000)}`, allowed: [413] },
  'nested JSON': {
    text: `${start}Content-Length: 100000\r\n\r\n${'['.repeat(100_000)}`,
    allowed: [400],
  },
  'prototype in JSON': { text: `${start}Content-Length: 29\r\n\r\n{"__proto__":{"tok":"aaaaaa"}}`, allowed: [400] },
  'compressed body': { text: `${start}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`, allowed: [400, 415] },
};

export const smuggling: Attack = {
  name: 'Smuggle a request past a proxy, or exhaust the server by one message',
  async run({ port }, campaign) {
    const messages = Object.entries(ambiguous);
    const received = await repeat(messages.length, 6, (turn) => {
      campaign.count();
      return exchange(port, messages[turn]?.[1] ?? '', 1500);
    });
    const passed = messages.flatMap(([name], index) => {
      const statuses = statusesOf(received[index] ?? '');
      // A second response means that the server ran the request that was hidden in the body.
      return statuses.length > 1 || statuses.some((status) => status < 400) ? [`${name}: ${statuses.join(' ')}`] : [];
    });
    for (const [name, { text, allowed }] of Object.entries(tooLarge)) {
      campaign.count();
      const [status = 0] = statusesOf(await exchange(port, text, 3000));
      if (!allowed.includes(status)) passed.push(`${name}: ${status || 'no response'}`);
    }
    const isAlive = (await campaign.attacker(port).get('/api/health')).status === 200;
    if (!isAlive) passed.push('the server is down');
    return { gained: passed.join('; ') || 'nothing', isHeld: passed.length === 0 };
  },
};
