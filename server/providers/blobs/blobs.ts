import type { Readable } from 'node:stream';

/** A range of a file: bytes `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/** A file on the local disk that is complete and ready to be stored. */
export type WholeFile = {
  path: string;
  bytes: number;
  sha256: Buffer;
  mediaType: string;
};

/**
 * A store of uploaded files. The id of each file is a UUID in a database row, so the store need not list its files.
 * Every method throws `BlobsUnavailable` if the store cannot be used at present.
 */
export type Blobs = {
  /** Stores a local file under a new id, completely or not at all. The store may move or delete the local file. */
  put(id: string, file: WholeFile): Promise<void>;
  /** Opens the stored file, or a range of it, as a stream; null if there is no such file. */
  open(id: string, range?: ByteRange): Promise<Readable | null>;
  /** Deletes the stored file, if there is one. */
  remove(id: string): Promise<void>;
};

/** Thrown if the file store is full, cannot be reached or refuses the request. A later attempt may succeed. */
export class BlobsUnavailable extends Error {
  override name = 'BlobsUnavailable';
}
