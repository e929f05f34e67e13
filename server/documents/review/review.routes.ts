import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { paths } from '../../../contract/pages.ts';
import {
  documentPageSize,
  getDocumentFile,
  getReviewedDocument,
  listDocumentQueue,
  type ReviewedDocument,
  reviewDocument,
} from '../../../contract/staff/documents.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { type Clock, today } from '../../http/clock.ts';
import { StreamResponse } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import {
  countWaiting,
  findDocumentFile,
  findReviewed,
  listDocumentPage,
  lockDocument,
  storeReview,
} from './review.repo.ts';

type Range = { first: number; last: number } | null;

type ReviewDeps = {
  clock: Clock;
  mail: Mail;
  greet: (firstName: string) => string;
  /** Parses the `Range` header of a request for a file that has `bytes` bytes. */
  parseRange: (header: string | undefined, bytes: number) => Range;
  /** Opens the content of a stored file; null if the file store does not have it. */
  openFile: (request: FastifyRequest, id: string, range: Range) => Promise<Readable | null>;
};

type Identity = Pick<ReviewedDocument['student'], 'name' | 'dob' | 'indos_number' | 'passport_number'>;

type Rejected = { name: string; email: string | null; first_name: string; reason: string };

/** Queues the email that tells the student why a document was rejected and what to do next. */
async function sendRejection(tx: Tx, { mail, greet }: ReviewDeps, rejected: Rejected): Promise<void> {
  if (rejected.email === null) return;
  const link = new URL(`${paths.profile}?tab=documents`, mail.siteUrl).href;
  await mail.queue(tx, {
    dedupeKey: `document-rejected:${randomUUID()}`,
    to: rejected.email,
    subject: `Your document ${rejected.name} was not accepted`,
    link,
    ...writeBody([
      greet(rejected.first_name),
      `We have checked your document ${rejected.name} and cannot accept it: ${rejected.reason}`,
      'Please delete it and upload a corrected one.',
      { links: [['My Documents', link]] },
    ]),
  });
}

/** Whether the details with which staff compare a document are the same. */
const isSameStudent = (one: Identity, other: Identity) =>
  (['name', 'dob', 'indos_number', 'passport_number'] as const).every((field) => one[field] === other[field]);

/** The calls by which staff review students' documents (docs/product.md#documents). */
export function documentReviewRoutes(mount: Mount, deps: ReviewDeps): void {
  const now = () => new Date(deps.clock.now());

  mount(listDocumentQueue, async ({ db, query, staff }) => {
    const rows = await listDocumentPage(db, query, documentPageSize + 1);
    const page = rows.slice(0, documentPageSize);
    const read = { action: 'documents list', subject: 'documents', arguments: { ...query, documents: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    const next = rows.length > documentPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page, next, waiting: await countWaiting(db) };
  });

  mount(getReviewedDocument, async ({ db, params: { id } }) => {
    const data = await findReviewed(db, id);
    if (!data) throw notFound();
    return { statusCode: 200, data };
  });

  mount(getDocumentFile, async ({ db, params: { id }, staff, reply }) => {
    const file = await findDocumentFile(db, id);
    if (!file || file.bytes === null || file.media_type === null) throw notFound();
    const range = deps.parseRange(reply.request.headers.range, file.bytes);
    const stream = await deps.openFile(reply.request, file.file_id, range);
    if (!stream) throw notFound();
    const read = { action: 'documents view', subject: `student:${file.student_id}`, arguments: { document: id } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now())).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    return new StreamResponse(stream, { mediaType: file.media_type, name: 'document.pdf', bytes: file.bytes, range });
  });

  mount(reviewDocument, async ({ db, params: { id }, body, staff }) => {
    const document = await lockDocument(db, id);
    if (!document) throw notFound();
    const { student } = document;
    const { seen, seen_expires_on = document.expires_on, seen_student = student } = body;
    if (document.state !== seen || document.expires_on !== seen_expires_on || !isSameStudent(student, seen_student))
      throw refuse(
        reviewDocument.refusals,
        'REVIEWED_MEANWHILE',
        'This document was changed meanwhile. Look at it again.',
      );
    if (body.state === 'verified' && body.expires_on !== null && body.expires_on < today(deps.clock)) {
      const text = `This document expired on ${body.expires_on} and cannot be verified. Reject it, or correct the date.`;
      throw refuse(reviewDocument.refusals, 'DOCUMENT_EXPIRED', text, { fields: { expires_on: text } });
    }
    const rejection = body.state === 'rejected' ? body.reason : null;
    const expires_on = body.state === 'verified' ? body.expires_on : document.expires_on;
    const reviewed =
      body.state === 'waiting'
        ? { reviewed_by: null, reviewed_at: null }
        : { reviewed_by: staff.staffId, reviewed_at: now() };
    await storeReview(db, id, { state: body.state, rejection, expires_on, ...reviewed });
    if (rejection !== null) {
      const { document_name: name, email, first_name } = document;
      await sendRejection(db, deps, { name, email, first_name, reason: rejection });
    }
    const before = { state: document.state, rejection: document.rejection, expires_on: document.expires_on };
    const after = { state: body.state, rejection, expires_on };
    const entry = {
      action: 'documents review',
      subject: `student:${student.id}`,
      arguments: { document: id },
    };
    await recordStaffAction(db, staff, { ...entry, before, after }, now());
    const data = await findReviewed(db, id);
    if (!data) throw notFound();
    return { statusCode: 200, data };
  });
}
