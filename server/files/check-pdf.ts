import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { Refusal } from '../http/refusal.ts';
import { refuseFile } from './file-refusals.ts';
import { type PackedRange, PdfFindings, PdfScan } from './pdf-scan.ts';

/** What a check may cost: bytes that object streams unpack to, their number, and milliseconds. */
export type PdfBounds = { unpacked: number; streams: number; ms: number };
const usualBounds: PdfBounds = { unpacked: 64 * 1024 * 1024, streams: 5000, ms: 60_000 };
const start = '%PDF-';
/** Where the end of a file is looked for. */
const tailBytes = 1100;
const ending = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

const unreadable = (cause?: unknown) => refuseFile('document', 'UNREADABLE', cause);
const busy = (cause: unknown) =>
  new Refusal(503, 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 30, cause });

/** Nothing stands before the first sign and nothing after the last: a file that is something else as well is no document. */
async function requireFrame(handle: FileHandle, bytes: number): Promise<void> {
  const head = await handle.read(Buffer.alloc(start.length), 0, start.length, 0);
  if (head.buffer.toString('latin1', 0, head.bytesRead) !== start) throw refuseFile('document', 'WRONG_TYPE');
  const from = Math.max(0, bytes - tailBytes);
  const tail = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
  const offset = Number(ending.exec(tail.buffer.toString('latin1', 0, tail.bytesRead))?.[1]);
  if (!(offset > 0 && offset < bytes)) throw unreadable();
}

/** Unpacks an object stream into a scan of its own; answers how many bytes it had. @throws Error for a broken or an endless one */
async function scanPacked(
  handle: FileHandle,
  range: PackedRange,
  findings: PdfFindings,
  left: number,
  signal: AbortSignal,
) {
  const scan = new PdfScan(findings, true);
  // The line end after the word `stream`, in one sign or two.
  const lead = (await handle.read(Buffer.alloc(2), 0, 2, range.from)).buffer;
  const skipped = lead[0] === 0x0d ? (lead[1] === 0x0a ? 2 : 1) : 1;
  let bytes = 0;
  const source = handle.createReadStream({ start: range.from + skipped, end: range.to - 1, autoClose: false });
  await pipeline(
    source,
    createInflate(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > left) throw new Error('an object stream unpacks to too much');
        scan.write(chunk, 0);
      }
    },
    { signal },
  );
  scan.end();
  return bytes;
}

async function scanWhole(handle: FileHandle, findings: PdfFindings, signal: AbortSignal): Promise<void> {
  const scan = new PdfScan(findings);
  let at = 0;
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, signal })) {
    scan.write(chunk, at);
    at += chunk.length;
  }
  scan.end();
}

async function scanAll(handle: FileHandle, bounds: PdfBounds, signal: AbortSignal): Promise<PdfFindings> {
  const findings = new PdfFindings();
  await scanWhole(handle, findings, signal);
  // What is refused anyhow is not unpacked; of a locked file nothing could be.
  if (findings.isActive || findings.isEncrypted || findings.isOpaque) return findings;
  if (findings.packed.length > bounds.streams) throw unreadable();
  let left = bounds.unpacked;
  for (const range of findings.packed) left -= await scanPacked(handle, range, findings, left, signal);
  return findings;
}

/**
 * Reads a PDF through once in constant memory, and what its object streams unpack to, without making a page of it.
 * @throws Refusal 415 WRONG_TYPE for what does not begin as one; 422 ENCRYPTED, ACTIVE_CONTENT for scripts, programs to
 *   start, attachments and XFA forms, UNREADABLE for what is cut off, broken, or unpacks to more than
 *   `bounds`; 503 where there is no time for it
 */
export async function checkPdf(path: string, bounds: PdfBounds = usualBounds): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await requireFrame(handle, (await handle.stat()).size);
    const signal = AbortSignal.timeout(bounds.ms);
    const findings = await scanAll(handle, bounds, signal).catch((error: unknown) => {
      throw signal.aborted ? busy(error) : unreadable(error);
    });
    if (findings.isEncrypted) throw refuseFile('document', 'ENCRYPTED');
    if (findings.isActive) throw refuseFile('document', 'ACTIVE_CONTENT');
    if (findings.isOpaque || !findings.hasRoot || !findings.hasPages) throw unreadable();
  } finally {
    await handle.close();
  }
}
