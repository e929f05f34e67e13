import type { Readable } from 'node:stream';

/** Bytes `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/** A complete local file that is ready to be stored. */
export type WholeFile = {
  path: string;
  bytes: number;
  sha256: Buffer;
  mediaType: string;
};

/**
 * Stores uploaded files. Ids are UUIDs of existing database rows, so the store needs no listing. Every call throws
 * `BlobsUnavailable` if the store cannot be used at present.
 */
export type Blobs = {
  /** Stores a file under a new id, completely or not at all. The local file may be moved or deleted. */
  put(id: string, file: WholeFile): Promise<void>;
  /** The stored bytes as a stream, or null if there are none. */
  open(id: string, range?: ByteRange): Promise<Readable | null>;
  /** Deletes the stored file, if there is one. */
  remove(id: string): Promise<void>;
};

/** The store is full, cannot be reached or refuses the request. A later attempt may succeed. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable';
}
