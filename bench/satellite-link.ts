import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const program = fileURLToPath(new URL('satellite-link.py', import.meta.url));
const patience = 10_000;
const upSchema = z.object({ namespace: z.string(), address: z.string(), congestion: z.string() });

/** The machine lacks what a satellite link is made of; the message says what. */
export class NoSatellite extends Error {}

/**
 * `address`: this machine's end, on which a server may listen. `congestion`: how its TCP takes losses.
 * `close` cuts the link and removes it; without it, it goes when this process does.
 */
export type SatelliteLink = z.infer<typeof upSchema> & { close: () => Promise<void> };

/**
 * Opens a link of 600 ms there and back, 512 kbit/s down and 128 up, one packet in fifty lost each way, by `seed`.
 * `congestion`: of the shore's TCP, `bbr` or `cubic`; without it the machine's own. @throws NoSatellite
 */
export async function openSatelliteLink(seed: number, congestion = process.env.SATELLITE_TCP): Promise<SatelliteLink> {
  const wanted = congestion ? ['--congestion', congestion] : [];
  // In a group of its own: what ends this process together with its group leaves it the time to take the link away.
  const child = spawn('python3', [program, '--seed', String(seed), ...wanted], { detached: true });
  const ended = once(child, 'exit').catch(() => {});
  let complaint = '';
  child.stderr.on('data', (piece) => {
    complaint += piece;
  });
  const isMissing = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new NoSatellite('The satellite link needs python3.')));
    child.once('close', () => reject(new NoSatellite(complaint.trim() || 'The satellite link ended by itself.')));
  });
  isMissing.catch(() => {});
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await Promise.race([firstLine, isMissing]);
  return {
    ...upSchema.parse(JSON.parse(String(line))),
    async close() {
      const giveUp = setTimeout(() => child.kill('SIGKILL'), patience);
      child.stdin.end();
      await ended;
      clearTimeout(giveUp);
    },
  };
}
