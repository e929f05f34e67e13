import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { subjectHeader } from '../../contract/headers.ts';
import { addContact, addGrievance } from '../../contract/submissions.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { CallKey } from '../http/idempotency/idempotency.repo.ts';
import { runKeyed } from '../http/idempotency/keyed-call.ts';
import type { Subject } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import type { Email, Mail } from '../providers/mail/mail.ts';
import { type SubmittedTo, writeContactEmail, writeGrievanceEmail } from './staff-emails.ts';
import { insertSubmission, type NewSubmission, readOfficeEmail } from './submission.repo.ts';

type SubmissionDeps = {
  db: Kysely<Database>;
  clock: Clock;
  mail: Mail;
  /**
   * The email address that gets the emails about enquiries and grievances. By default the academy's own email
   * address.
   */
  staffEmail: string | undefined;
  /** Finds the student who is signed in by the request's session; null if nobody is. */
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
};

const receivedSchema = addContact.answers[200];

/**
 * The characters of an enquiry's or grievance's reference: digits and letters that are hard to confuse when they are
 * spoken.
 */
const referenceCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A random reference such as `LFE-7K3MQ9XD2A`. Others may see it on a shared device, so it reveals nothing: neither the
 * sender, nor which form was sent and when, nor how many forms were sent.
 */
function makeReference(): string {
  const text = [...randomBytes(10)].map((byte) => referenceCharacters[byte % referenceCharacters.length]).join('');
  return `LFE-${text}`;
}

/**
 * The calls that send enquiries and grievances (docs/product.md#forms). Each enquiry is stored and its email is
 * queued in one transaction with the idempotency key. The sender is looked up before that transaction: if requests
 * held one database connection while waiting for a second, they could block each other for ever.
 */
export function submissionRoutes(mount: Mount, { db, clock, mail, staffEmail, findSubject }: SubmissionDeps): void {
  const options = { ownTransactions: true };

  async function receive(
    callKey: CallKey | null,
    submission: Omit<NewSubmission, 'reference' | 'at'>,
    writeEmail: (submitted: SubmittedTo) => Email,
  ) {
    const answered = await runKeyed(db, callKey, async (tx) => {
      const reference = makeReference();
      const id = await insertSubmission(tx, { ...submission, reference, at: new Date(clock.now()) });
      const to = staffEmail ?? (await readOfficeEmail(tx));
      const page = new URL(`/staff/enquiries/${id}`, mail.siteUrl).href;
      if (to) await mail.queue(tx, writeEmail({ to, reference, page }));
      const body = { statusCode: 200, data: { reference } };
      return { status: 200, body, text: JSON.stringify(body) };
    });
    return receivedSchema.parse(answered.body);
  }

  const senderOf = async (request: FastifyRequest) => {
    const studentId = (await findSubject(request))?.studentId ?? null;
    // A form that was queued offline may arrive after another student has signed in on the device. It must not be
    // attributed to that other student.
    const writer = request.headers[subjectHeader];
    return writer === undefined || writer === studentId ? studentId : null;
  };

  mount(
    addContact,
    async ({ body: { formData }, callKey, reply }) => {
      const studentId = await senderOf(reply.request);
      return receive(callKey, { kind: 'contact', body: formData, studentId }, (submitted) =>
        writeContactEmail(submitted, formData),
      );
    },
    options,
  );

  mount(
    addGrievance,
    async ({ body: { formData }, callKey, reply }) => {
      // The sender of an anonymous grievance is never looked up.
      const studentId = formData.anonymous ? null : await senderOf(reply.request);
      return receive(callKey, { kind: 'grievance', body: formData, studentId }, (submitted) =>
        writeGrievanceEmail(submitted, formData),
      );
    },
    options,
  );
}
