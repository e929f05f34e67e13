import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const program = fileURLToPath(new URL('satellite-link.py', import.meta.url));
const closeTimeoutMs = 10_000;
const upSchema = z.object({ namespace: z.string(), address: z.string(), congestion: z.string() });

/** Thrown when the machine lacks something that the satellite link needs. The message says what. */
export class SatelliteUnavailable extends Error {}

/**
 * `address`: address of this machine on the link, for servers to listen on. `congestion`: its TCP congestion control.
 * `close` removes the link, which otherwise is removed when this process exits.
 */
export type SatelliteLink = z.infer<typeof upSchema> & { close: () => Promise<void> };

/**
 * Opens a link with a round trip of 600 ms, 512 kbit/s down and 128 kbit/s up, and 2 % packet loss each way, chosen by `seed`.
 * `congestion`: congestion control of the shore's TCP, `bbr` or `cubic`; by default the machine's own.
 * @throws SatelliteUnavailable
 */
export async function openSatelliteLink(seed: number, congestion = process.env.SATELLITE_TCP): Promise<SatelliteLink> {
  const wanted = congestion ? ['--congestion', congestion] : [];
  // Use a separate process group: Ctrl-C must not end this process before it has removed the link.
  const child = spawn('python3', [program, '--seed', String(seed), ...wanted], { detached: true });
  const exited = once(child, 'exit').catch(() => {});
  let errorText = '';
  child.stderr.on('data', (chunk) => {
    errorText += chunk;
  });
  const unavailable = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new SatelliteUnavailable('The satellite link needs python3.')));
    child.once('close', () =>
      reject(new SatelliteUnavailable(errorText.trim() || 'The satellite link stopped unexpectedly.')),
    );
  });
  unavailable.catch(() => {});
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([firstLine, unavailable]);
  return {
    ...upSchema.parse(JSON.parse(String(line))),
    async close() {
      const killTimer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
      child.stdin.end();
      await exited;
      clearTimeout(killTimer);
    },
  };
}
