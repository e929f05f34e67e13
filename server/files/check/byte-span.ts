import type { FileHandle } from 'node:fs/promises';

/** The bytes of a file from offset `from` up to, but not including, offset `to`. */
export type ByteSpan = { from: number; to: number };

const chunkBytes = 64 * 1024;

/**
 * Reads a part of a file. Unlike `createReadStream`, it leaves no event listener on the file handle, so a file can be
 * read in thousands of parts.
 */
export async function* readSpan(handle: FileHandle, { from, to }: ByteSpan): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const length = Math.min(chunkBytes, to - at);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
