import * as z from 'zod';
import { answer, daySchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * The form of a certificate number, such as `LFC-2027-000123-4F7A91C20B`: year, number within the year, and a code that
 * cannot be guessed. The numbers within a year have no gaps, so without the code anybody could list all certificates.
 */
const certificateNumber = /^LFC-\d{4}-\d{6}-[0-9A-F]{10}$/;

/**
 * Converts a typed, pasted or scanned certificate number to the form in which it is stored: in capitals, without spaces
 * and invisible characters, and with hyphens in place of other dashes, which emails and word processors insert.
 */
export function normaliseCertificateNumber(text: string): string {
  return text
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase();
}

export function isCertificateNumber(text: string): boolean {
  return certificateNumber.test(text);
}

const params = z.object({ number: z.string().regex(certificateNumber, 'This is not the number of a certificate.') });

const checkedCertificateSchema = z.object({
  number: z.string(),
  state: z.enum(['valid', 'revoked']),
  /** The student's name, shortened, such as `Asha N.`, because anybody who knows the certificate number can read it. */
  name: z.string(),
  course_name: z.string(),
  start_date: daySchema,
  end_date: daySchema,
  issued_on: daySchema,
});
export type CheckedCertificate = z.infer<typeof checkedCertificateSchema>;

/**
 * GET /certificates/{number}: whether a certificate is valid, for employers and ships. 404 if no certificate has this
 * number.
 */
export const checkCertificate = defineEndpoint({
  name: 'checkCertificate',
  summary: 'Whether a certificate number is valid',
  method: 'GET',
  url: '/api/certificates/:number',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  params,
  answers: { 200: answer({ data: checkedCertificateSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/**
 * GET /users/student/certificates/{number}/certificate.pdf: the student's certificate as a PDF attachment. 404 if the
 * certificate is unknown, revoked or another student's.
 */
export const getCertificateFile = defineEndpoint({
  name: 'getCertificateFile',
  summary: 'A certificate of the student as PDF',
  method: 'GET',
  url: '/api/users/student/certificates/:number/certificate.pdf',
  policy: 'student',
  rate: 'order',
  idempotency: 'safe',
  params,
  answers: { 200: z.file().mime('application/pdf') },
  refusals: { NOT_FOUND: 404 },
});
