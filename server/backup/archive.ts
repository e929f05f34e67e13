import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as z from 'zod';

/** A table in a backup. `columns` are its columns, in the order of the values in each stored row. */
const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
export type BackedUpTable = z.infer<typeof tableSchema>;

/** The first entry of a backup. `database` is null if the backup contains only uploads. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  database: z.object({ lastMigration: z.string(), tables: z.array(tableSchema) }).nullable(),
  /** The id of the folder of uploads (`upload-folder.ts`). Backups made by the first releases have none. */
  folderId: z.uuid().nullish(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * The last entry of a backup, by which a restore recognises whether anything is missing. `files`: the SHA-256 of each
 * upload, by the upload's id.
 */
export const summarySchema = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.string()),
});
export type Summary = z.infer<typeof summarySchema>;

export const entryNames = { manifest: 'manifest.json', summary: 'complete.json', tables: 'database/', files: 'files/' };

/** Thrown if a backup cannot be written or read. `message` says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Writes one entry of a backup. */
export type AddEntry = (name: string, content: Buffer) => Promise<void>;

/**
 * Writes a backup: a compressed tar archive that only its owner can read. The file gets its name only when it is
 * complete.
 * @throws BackupError if the file exists or cannot be written
 */
export async function writeArchive(path: string, write: (add: AddEntry) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new BackupError(`${path} is there already: name another file`);
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  const archive = pack();
  const add: AddEntry = (name, content) =>
    new Promise((resolve, reject) => {
      const header = { name, size: content.length, mode: 0o600 };
      archive.entry(header, content, (error) => (error ? reject(error) : resolve()));
    });
  const written = pipeline(archive, createGzip(), file.createWriteStream({ flush: true }));
  try {
    // Wait for `write` or `written`, whichever ends first: on a full disk, the pipeline `written` fails, and `write`
    // alone would wait for ever.
    await Promise.race([write(add).then(() => archive.finalize()), written]);
    await written;
    // Unlike `rename`, `link` fails if the target exists, so that no other file is replaced.
    await link(draft, path);
  } catch (error) {
    archive.destroy();
    await written.catch(() => undefined);
    throw toWriteError(error, path);
  } finally {
    await rm(draft, { force: true });
  }
}

const writeErrors: Partial<Record<string, string>> = {
  ENOENT: 'there is no such folder; create it, and let the user of the server write there',
  EACCES: 'the user of the server may not write there; choose another folder, or change its owner',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'its folder is a file',
};

function toWriteError(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' && syscall === 'open')
    return new BackupError(
      `${path}.part is there: another backup is being written, or one was cut off. Delete that file`,
    );
  if (code === 'EEXIST') return new BackupError(`${path} is there already: name another file`);
  const reason = code && writeErrors[code];
  return reason ? new BackupError(`${path} can't be written: ${reason} (${code})`) : error;
}

/** An entry of a backup that is being read. Its content must be read to the end before the next entry can be read. */
export type Entry = { name: string; content: Readable };

/**
 * Reads the entries of a backup in their order. The caller must pass thrown errors to `toReadError`, which explains
 * them.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  reading.catch(() => undefined);
  for await (const entry of archive) yield { name: entry.header.name, content: entry as unknown as Readable };
  await reading;
}

/** Turns an error of reading a backup into a BackupError that explains it. Returns other errors unchanged. */
export function toReadError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new BackupError(`${path} can't be read (${code})`);
  if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' || /\btar\b|unexpected end/i.test(message))
    return new BackupError(`${path} is no backup, or it is damaged: ${message}`);
  return error;
}

/** Parses the content of an entry as JSON. @throws BackupError if the JSON does not match the schema */
export async function readJson<S extends z.ZodType>(schema: S, { name, content }: Entry): Promise<z.output<S>> {
  const parsed = schema.safeParse(JSON.parse((await buffer(content)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${name} of this backup is not known to this release: install a later one`);
}
