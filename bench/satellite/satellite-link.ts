import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const program = fileURLToPath(new URL('satellite-link.py', import.meta.url));
const closeTimeoutMs = 10_000;
const upSchema = z.object({ namespace: z.string(), address: z.string(), congestion: z.string() });

/**
 * Thrown when this computer lacks something that the satellite link needs. The error's message says what is missing.
 */
export class SatelliteUnavailable extends Error {}

/**
 * A simulated satellite link. `address`: IP address of this machine on the link, on which servers must listen.
 * `congestion`: the TCP congestion control that this machine uses on the link. The link is removed by `close`, or else
 * when this process exits.
 */
export type SatelliteLink = z.infer<typeof upSchema> & { close: () => Promise<void> };

/**
 * Opens a simulated link with a round trip of 600 ms, 512 kbit/s down, 128 kbit/s up and 2 % packet loss in each
 * direction. `seed` decides which packets are lost. `congestion`: the TCP congestion control on the server's side,
 * `bbr` or `cubic`; by default the one that the operating system uses.
 * @throws SatelliteUnavailable
 */
export async function openSatelliteLink(seed: number, congestion = process.env.SATELLITE_TCP): Promise<SatelliteLink> {
  const wanted = congestion ? ['--congestion', congestion] : [];
  // Start satellite-link.py in its own process group. Otherwise Ctrl-C would end it before it has removed the link.
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
