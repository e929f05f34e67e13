import { sql } from 'kysely';
import { brandSchema } from '../../contract/content.ts';
import { certificatePath, paths } from '../../contract/pages.ts';
import type { Tx } from '../db/schema.ts';
import { writeBody } from '../providers/mail/email-body.ts';
import type { RosterDeps } from './roster-deps.ts';

type EmailDeps = Pick<RosterDeps, 'mail' | 'greet'>;
type About = { studentId: string; number: string; course: string };

const academySchema = brandSchema.pick({ name: true, email: true, admissions_phones: true }).nullable().catch(null);

/** The student's data that the emails need, and the academy's contacts; null if the student has no email address. */
async function readRecipient(tx: Tx, studentId: string) {
  const student = await tx
    .selectFrom('students')
    .select(['email', 'first_name'])
    .select(sql<unknown>`(select body from cms_documents where key = 'brand')`.as('academy'))
    .where('id', '=', studentId)
    .executeTakeFirst();
  if (!student?.email) return null;
  return { email: student.email, firstName: student.first_name, academy: academySchema.parse(student.academy) };
}

/** Queues the email that tells the student about a new certificate and where to download it. */
export async function queueIssuedEmail(tx: Tx, { mail, greet }: EmailDeps, about: About): Promise<void> {
  const student = await readRecipient(tx, about.studentId);
  if (!student) return;
  const { number, course } = about;
  const download = new URL(`${paths.profile}?tab=courses`, mail.siteUrl).href;
  await mail.queue(tx, {
    dedupeKey: `certificate:${number}`,
    to: student.email,
    subject: `Your certificate for ${course}`,
    ...writeBody([
      greet(student.firstName),
      `You have completed ${course}. The number of your certificate is ${number}.`,
      'Download the certificate in My Courses. Employers can check it by its QR code or by the second link.',
      {
        links: [
          ['My Courses', download],
          ['Check this certificate', new URL(certificatePath(number), mail.siteUrl).href],
        ],
      },
    ]),
    link: download,
  });
}

/**
 * Queues the email that tells the student that a certificate was revoked. It does not name the reason, which is for the
 * audit log only.
 */
export async function queueRevokedEmail(tx: Tx, { mail, greet }: EmailDeps, about: About): Promise<void> {
  const student = await readRecipient(tx, about.studentId);
  if (!student) return;
  const { number, course } = about;
  const { academy } = student;
  const [phone] = academy?.admissions_phones ?? [];
  const check = new URL(certificatePath(number), mail.siteUrl).href;
  await mail.queue(tx, {
    dedupeKey: `certificate-revoked:${number}`,
    to: student.email,
    subject: `Your certificate for ${course} was revoked`,
    ...writeBody([
      greet(student.firstName),
      `We have revoked your certificate ${number} for ${course}. It is no longer valid, and whoever checks its number sees that.`,
      'Please do not use it any more, and delete copies of it. If you want to know why, or need a new certificate, please contact us.',
      {
        facts: academy
          ? [...(phone ? [['Phone', phone] as const] : []), ['Email', academy.email], ['Academy', academy.name]]
          : [],
      },
      { links: [['Check this certificate', check]] },
    ]),
    link: check,
  });
}
