import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { subjectHeader } from '../../contract/headers.ts';
import { addContact, addGrievance } from '../../contract/submissions.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import type { CallKey } from '../http/idempotency.ts';
import { runKeyed } from '../http/keyed.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../providers/clock.ts';
import type { Letter, Mail } from '../providers/mail.ts';
import { makeReference } from './reference.ts';
import { writeContactMail, writeGrievanceMail } from './staff-mail.ts';
import { insertSubmission, type NewSubmission, readOfficeEmail } from './submission.repo.ts';

export type SubmissionParts = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  /** Whom submissions are mailed to; without it the academy's own address. */
  staffEmail: string | undefined;
  /** Whose session a call carries, for those that name their sender. */
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
};

const receivedSchema = addContact.answers[200];

/**
 * Enquiries and grievances (document 2, sections 3, 5 and 7): stored and mailed to the office in one transaction with the
 * key. The sender is looked up before it begins: a call that holds one connection and waits for another would stand still
 * together with its like.
 */
export function submissionRoutes(mount: Mount, { db, clock, mail, staffEmail, findSubject }: SubmissionParts): void {
  const options = { ownTransactions: true };

  async function receive(
    callKey: CallKey | null,
    submission: Omit<NewSubmission, 'reference' | 'at'>,
    write: (told: { to: string; reference: string }) => Letter,
  ) {
    const answered = await runKeyed(db, callKey, async (tx) => {
      const reference = makeReference(submission.kind);
      await insertSubmission(tx, { ...submission, reference, at: new Date(clock.now()) });
      const to = staffEmail ?? (await readOfficeEmail(tx));
      if (to) await mail.queue(tx, write({ to, reference }));
      const body = { statusCode: 200, data: { reference } };
      return { status: 200, body, text: JSON.stringify(body) };
    });
    return receivedSchema.parse(answered.body);
  }

  const senderOf = async (request: FastifyRequest) => {
    const studentId = (await findSubject(request))?.studentId ?? null;
    // What one student wrote may arrive once another has signed in: it is not the other's.
    const meant = request.headers[subjectHeader];
    return meant === undefined || meant === studentId ? studentId : null;
  };

  mount(
    addContact,
    async ({ body: { formData }, callKey, reply }) => {
      const studentId = await senderOf(reply.request);
      return receive(callKey, { kind: 'contact', body: formData, studentId }, (told) =>
        writeContactMail(told, formData),
      );
    },
    options,
  );

  mount(
    addGrievance,
    async ({ body: { formData }, callKey, reply }) => {
      // Who sends an anonymous one is not even looked up.
      const studentId = formData.anonymous ? null : await senderOf(reply.request);
      return receive(callKey, { kind: 'grievance', body: formData, studentId }, (told) =>
        writeGrievanceMail(told, formData),
      );
    },
    options,
  );
}
