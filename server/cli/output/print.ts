import type { Writable } from 'node:stream';

/** Writes text and waits until it is flushed, so that long lists do not accumulate in memory. */
export type Print = (text: string) => Promise<void>;

/** Thrown if the program that reads the output has closed the pipe, as in `landfall orders export | head`. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

export function printTo(stream: Writable): Print {
  // An error event without a listener would end the process. The listener can ignore the error, because `write` passes
  // the same error to its callback.
  stream.on('error', () => {});
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (!error) resolve();
        else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error);
      });
    });
}
