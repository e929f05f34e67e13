import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Endpoint, Received } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import type { CallKey } from './idempotency.ts';

/** Whose session the call carries. */
export type Subject = { studentId: string; sessionId: string };

type Needed<E extends Endpoint> = E['policy'] extends 'student' | 'owner' ? Subject : Subject | null;
type Ticket<E extends Endpoint> = E['policy'] extends 'ticket' ? { studentId: string } : null;
/** Keyed calls work in the transaction that also stores their answer; all others on the pool. */
type Handle<E extends Endpoint> = E['idempotency'] extends 'keyed' ? Transaction<Database> : Kysely<Database>;

/** What a handler gets: parsed input, who asks, and where to write. */
export type Call<E extends Endpoint> = Received<E> & {
  subject: Needed<E>;
  ticket: Ticket<E>;
  db: Handle<E>;
  address: string;
  userAgent: string | null;
  /** `scheme://host` that the browser used. */
  origin: string;
  reply: FastifyReply;
  /** The idempotency key's row, for handlers that store it themselves. Null without a key. */
  callKey: CallKey | null;
};

/** Answer with a status other than 200. */
export class StatusAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** An answer of a handler that has checked and stored it itself: it is sent as it is. */
export class WrittenAnswer extends StatusAnswer {
  readonly text: string;

  constructor({ status, body, text }: { status: number; body: unknown; text: string }) {
    super(status, body);
    this.text = text;
  }
}

/** Answer of a private file, sent as it is read; `range` where only a part was asked for, both ends included. */
export class StreamAnswer {
  readonly stream: Readable;
  readonly mediaType: string;
  readonly name: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly range: { first: number; last: number } | null;

  constructor(stream: Readable, file: Pick<StreamAnswer, 'mediaType' | 'name' | 'bytes' | 'range'>) {
    this.stream = stream;
    this.mediaType = file.mediaType;
    this.name = file.name;
    this.bytes = file.bytes;
    this.range = file.range;
  }
}
