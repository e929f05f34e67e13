import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { busy } from '../../http/refusal.ts';
import { refuseFile } from '../file-refusals.ts';
import { type ByteSpan, readSpan } from './byte-span.ts';
import { actsOnOpening } from './pdf-open-action.ts';
import { PdfFindings, PdfScan } from './pdf-scan.ts';

/**
 * Limits of a PDF check. `unpacked`: how many bytes all object streams may have together when decompressed.
 * `streams`: maximum number of object streams. `ms`: maximum duration in milliseconds.
 */
type PdfLimits = { unpacked: number; streams: number; ms: number };
const defaultLimits: PdfLimits = { unpacked: 64 * 1024 * 1024, streams: 5000, ms: 60_000 };
const header = '%PDF-';
/** How many bytes at the end of a PDF are searched for the end marker `startxref … %%EOF`. */
const tailBytes = 1100;
const ending = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/;

const unreadable = (cause?: unknown) => refuseFile('document', 'UNREADABLE', cause);

/**
 * Rejects a file that has anything before the PDF header, or more than white space after the end of the PDF. Such a
 * file may also be valid as another file type.
 */
async function requirePdfFrame(handle: FileHandle, bytes: number): Promise<void> {
  const head = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
  if (head.buffer.toString('latin1', 0, head.bytesRead) !== header) throw refuseFile('document', 'WRONG_TYPE');
  const from = Math.max(0, bytes - tailBytes);
  const tail = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
  const offset = Number(ending.exec(tail.buffer.toString('latin1', 0, tail.bytesRead))?.[1]);
  if (!(offset > 0 && offset < bytes)) throw unreadable();
}

/**
 * Decompresses an object stream of a PDF and scans its contents. Returns its decompressed size in bytes.
 * @throws Error if the stream is broken or decompresses to more than `left` bytes
 */
async function scanObjectStream(
  handle: FileHandle,
  range: ByteSpan,
  findings: PdfFindings,
  left: number,
  signal: AbortSignal,
) {
  const scan = new PdfScan(findings, true);
  // In the PDF, a line end of one or two bytes follows the keyword `stream`. It is not part of the compressed data.
  const lead = (await handle.read(Buffer.alloc(2), 0, 2, range.from)).buffer;
  const skipped = lead[0] === 0x0d ? (lead[1] === 0x0a ? 2 : 1) : 1;
  let bytes = 0;
  await pipeline(
    readSpan(handle, { from: range.from + skipped, to: range.to }),
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
  for await (const chunk of readSpan(handle, { from: 0, to: (await handle.stat()).size })) {
    signal.throwIfAborted();
    scan.write(chunk, at);
    at += chunk.length;
  }
  scan.end();
}

async function scanAll(handle: FileHandle, limits: PdfLimits, signal: AbortSignal): Promise<PdfFindings> {
  const findings = new PdfFindings();
  await scanWhole(handle, findings, signal);
  // If the file is rejected anyway, do not decompress its streams. In an encrypted file they could not be read.
  if (findings.isActive || findings.isEncrypted || findings.isOpaque) return findings;
  if (findings.objectStreams.length > limits.streams) throw unreadable();
  let left = limits.unpacked;
  for (const range of findings.objectStreams) left -= await scanObjectStream(handle, range, findings, left, signal);
  if (findings.hasOpenAction && !findings.isActive && !findings.isOpaque)
    findings.isActive = await actsOnOpening(handle, findings.objectStreams, limits.unpacked - left);
  return findings;
}

/**
 * Scans a PDF and its object streams in constant memory, without rendering it (decision 57, "Scan PDFs without
 * rendering them"). Reads the whole file into memory only if the PDF has an action that runs when it is opened.
 * @throws Refusal 415 WRONG_TYPE for a file that is not a PDF; 422 ENCRYPTED; 422 UNREADABLE for a file that is
 *   truncated, broken or exceeds `limits`; 503 if the check takes longer than `limits.ms`
 * @throws Refusal 422 ACTIVE_CONTENT for scripts, attachments and XFA forms; for commands that start programs, send
 *   forms or open files; and for any other action that runs without a click, except a jump to a page
 */
export async function checkPdf(path: string, limits: PdfLimits = defaultLimits): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await requirePdfFrame(handle, (await handle.stat()).size);
    const signal = AbortSignal.timeout(limits.ms);
    const findings = await scanAll(handle, limits, signal).catch((error: unknown) => {
      throw signal.aborted ? busy(30, error) : unreadable(error);
    });
    if (findings.isEncrypted) throw refuseFile('document', 'ENCRYPTED');
    if (findings.isActive) throw refuseFile('document', 'ACTIVE_CONTENT');
    if (findings.isOpaque || !findings.hasRoot || !findings.hasPages) throw unreadable();
  } finally {
    await handle.close();
  }
}
