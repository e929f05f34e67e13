import type { Writable } from 'node:stream';

/** Prints and waits until the reader took it, so that long lists never pile up in memory. */
export type Print = (text: string) => Promise<void>;

/** The reader has gone (`landfall orders export | head`): there is nobody left to print for. */
export class ReaderGone extends Error {
  override name = 'ReaderGone';
}

export function printTo(stream: Writable): Print {
  // Told to the write's own callback as well; unheard it would end the process.
  stream.on('error', () => {});
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (!error) resolve();
        else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error);
      });
    });
}
