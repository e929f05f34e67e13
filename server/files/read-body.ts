import type { IncomingMessage } from 'node:http';
import { longestFile } from '../../contract/files.ts';

/** How patient a reader is with a slow caller, in milliseconds; the defaults let 10 MB come at 50 kbit/s. */
export type Pace = { idleMs: number; longestMs: number };
export const uploadPace: Pace = { idleMs: 30_000, longestMs: 30 * 60_000 };

/** The caller went away, or was silent for too long. */
export class CutOff extends Error {}

/** A body as it comes; a caller who stands still is cut off. Whoever stops reading leaves the connection open. @throws CutOff */
export async function* readBody(request: IncomingMessage, pace: Pace = uploadPace): AsyncGenerator<Buffer> {
  const cut = () => request.destroy(new CutOff('the upload stood still'));
  const idle = setTimeout(cut, pace.idleMs);
  const whole = setTimeout(cut, pace.longestMs);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      yield chunk;
    }
  } catch (error) {
    throw new CutOff('the upload was cut off', { cause: error });
  } finally {
    clearTimeout(idle);
    clearTimeout(whole);
  }
}

/** Lets the rest of a body run out, so that its sender reads the answer; whoever sends without end is cut off. */
export function drain(request: IncomingMessage): void {
  let allowed = 2 * longestFile;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    allowed -= chunk.length;
    if (allowed < 0) request.destroy();
  });
  request.resume();
}
