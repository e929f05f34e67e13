import type { ContactForm, GrievanceForm } from '../../contract/submissions.ts';
import type { Letter } from '../providers/mail.ts';
import { type LetterPart, writeBody } from '../providers/mail-body.ts';

type Told = { to: string; reference: string };

function letter({ to, reference }: Told, subject: string, parts: readonly LetterPart[]): Letter {
  return { dedupeKey: `submission:${reference}`, to, subject: `${subject} ${reference}`, ...writeBody(parts) };
}

/** An enquiry as the office gets it; the sender was promised an answer within 24 hours. */
export function writeContactMail(told: Told, { name, email, phone, subject, message }: ContactForm): Letter {
  const facts: Array<readonly [string, string]> = [
    ['Reference', told.reference],
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone || 'not given'],
    ['Subject', subject],
  ];
  return letter(told, `Enquiry (${subject})`, [
    { facts },
    message,
    'The sender was told to expect an answer within 24 hours.',
  ]);
}

/** A grievance as the office gets it; an anonymous one names nobody. */
export function writeGrievanceMail(told: Told, form: GrievanceForm): Letter {
  const sender: Array<readonly [string, string]> = form.anonymous
    ? [['From', 'anonymous']]
    : [
        ['Name', form.name],
        ['Contact', form.contact],
        ['E-mail', form.email],
      ];
  return letter(told, 'Grievance', [
    { facts: [['Reference', told.reference], ...sender] },
    form.grievance,
    'To be put before the grievance committee within 15 working days.',
  ]);
}
