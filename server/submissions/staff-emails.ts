import type { ContactForm, GrievanceForm } from '../../contract/submissions.ts';
import { type EmailPart, writeBody } from '../providers/mail/email-body.ts';
import type { Email } from '../providers/mail/mail.ts';

/**
 * The recipient of the email to the office about an enquiry or grievance, the reference of the enquiry or grievance,
 * and the URL of its page in the staff console.
 */
export type SubmittedTo = { to: string; reference: string; page: string };

/**
 * The email links to the console, where staff see whether a colleague already works on the enquiry, so that nobody
 * answers it twice.
 */
function writeEmail({ to, reference, page }: SubmittedTo, subject: string, parts: readonly EmailPart[]): Email {
  const body = writeBody([...parts, { links: [['Answer in the staff console', page]] }]);
  return { dedupeKey: `submission:${reference}`, to, subject: `${subject} ${reference}`, link: page, ...body };
}

/** Writes the email to the office about an enquiry. The contact form promises the sender an answer within 24 hours. */
export function writeContactEmail(
  submitted: SubmittedTo,
  { name, email, phone, subject, message }: ContactForm,
): Email {
  const facts: Array<readonly [string, string]> = [
    ['Reference', submitted.reference],
    ['Name', name],
    ['Email', email],
    ['Phone', phone || 'not given'],
    ['Subject', subject],
  ];
  return writeEmail(submitted, `Enquiry (${subject})`, [
    { facts },
    message,
    'The sender was told to expect an answer within 24 hours.',
  ]);
}

/** Writes the email to the office about a grievance. If the grievance is anonymous, the email names no sender. */
export function writeGrievanceEmail(submitted: SubmittedTo, form: GrievanceForm): Email {
  const sender: Array<readonly [string, string]> = form.anonymous
    ? [['From', 'anonymous']]
    : [
        ['Name', form.name],
        ['Contact', form.contact],
        ['Email', form.email],
      ];
  return writeEmail(submitted, 'Grievance', [
    { facts: [['Reference', submitted.reference], ...sender] },
    form.grievance,
    'To be put before the grievance committee within 15 working days.',
  ]);
}
