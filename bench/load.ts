import { Agent, request } from 'node:http';

export type Load = { perSecond: number; p99: number; failures: number };

/** Runs `once` in `clients` loops for `seconds`; answers rate, p99 in milliseconds and how many threw. */
export async function drive(
  clients: number,
  seconds: number,
  once: (client: number, turn: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  let failures = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const loop = async (client: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const at = performance.now();
      await once(client, turn).catch(() => {
        failures++;
      });
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  times.sort((a, b) => a - b);
  const perSecond = (times.length - failures) / ((performance.now() - begun) / 1000);
  return { perSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0, failures };
}

export type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** A keep-alive caller; resolves to the status once the whole answer has arrived. */
export function createCaller(clients: number): (url: string, sent?: Sent) => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return (url, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const call = request(
        url,
        { agent, method, headers: body ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers },
        (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 0));
          answer.once('error', reject);
        },
      );
      call.once('error', reject);
      call.end(body);
    });
}
