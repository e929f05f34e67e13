import type { IncomingMessage } from 'node:http';
import { longestFile } from '../../../contract/files.ts';
import type { BodyTimeouts } from '../../http/body-timeouts.ts';

/** Timeouts for receiving an upload. They are long enough for 10 MB at 50 kbit/s. */
export const uploadTimeouts: BodyTimeouts = { idleMs: 30_000, totalMs: 30 * 60_000 };

/** Thrown if the client disconnected during an upload, sent nothing for too long, or took too long in total. */
export class UploadAborted extends Error {}

/**
 * Yields the body of a request as it arrives. Closes the connection on a timeout, but leaves it open if the caller
 * stops reading.
 * @throws UploadAborted
 */
export async function* readBody(
  request: IncomingMessage,
  timeouts: BodyTimeouts = uploadTimeouts,
): AsyncGenerator<Buffer> {
  const abort = () => request.destroy(new UploadAborted('the upload timed out'));
  const idle = setTimeout(abort, timeouts.idleMs);
  const total = setTimeout(abort, timeouts.totalMs);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      yield chunk;
    }
  } catch (error) {
    throw new UploadAborted('the upload was aborted', { cause: error });
  } finally {
    clearTimeout(idle);
    clearTimeout(total);
  }
}

/**
 * Reads and discards the rest of a request body, because some clients read the response only after they have sent
 * everything. Disconnects a client that sends too much.
 */
export function drain(request: IncomingMessage): void {
  let allowed = 2 * longestFile;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    allowed -= chunk.length;
    if (allowed < 0) request.destroy();
  });
  request.resume();
}
