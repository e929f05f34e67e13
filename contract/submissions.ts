import * as z from 'zod';
import { answer, notOneLine, oneLine } from './answer.ts';
import { emailShape } from './email-shape.ts';
import { defineEndpoint } from './endpoint.ts';

/** The subjects of an enquiry, in the order of the form. */
export const contactSubjects = ['admission', 'course', 'fees', 'placement', 'other'] as const;

const longestText = 5000;
export const longestGrievanceContact = 20;

/** Schema of a trimmed text of 1 to `most` characters. */
function said(message: string, most: number) {
  return z.string(message).trim().min(1, message).max(most, `${message}, in at most ${most} characters`);
}

const saidInOneLine = (message: string, most: number) => said(message, most).regex(oneLine, notOneLine);

const mail = (message: string) =>
  saidInOneLine(message, 200).regex(emailShape, `${message} in the form name@example.com`);

const wrongNumber = 'Enter valid number';

/** The contact form's fields. `phone` may be empty. Error texts are shown beside the fields. */
export const contactFormSchema = z.object({
  name: saidInOneLine('Name is required', 100),
  email: mail('Email is required'),
  phone: z
    .string(wrongNumber)
    .trim()
    .regex(/^$|^\+?(?:[\p{Zs}()-]*\d){7,15}$/u, wrongNumber)
    .max(30, wrongNumber)
    .default(''),
  subject: z.enum(contactSubjects, 'Enter subject'),
  message: said('Message is required', longestText),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

const grievanceText = said('Grievance is required', longestText);
const wrongContact = 'Kindly update your contact number';

/**
 * The grievance form's fields. An anonymous grievance has neither name, contact (phone number) nor email; otherwise all
 * three are required, and the contact has at most 20 characters.
 */
export const grievanceFormSchema = z.discriminatedUnion('anonymous', [
  z.object({ anonymous: z.literal(true), grievance: grievanceText }),
  z.object({
    anonymous: z.literal(false),
    grievance: grievanceText,
    name: saidInOneLine('Name is required', 100),
    contact: z
      .string('Contact is required')
      .trim()
      .min(1, 'Contact is required')
      .max(longestGrievanceContact, wrongContact)
      .regex(oneLine, wrongContact),
    email: mail('Email is required'),
  }),
]);
export type GrievanceForm = z.infer<typeof grievanceFormSchema>;

/** Response to an enquiry or grievance. The sender quotes `reference`, e.g. `LFE-7K3MQ9XD2A`, to the office. */
const receivedAnswer = answer({ data: z.object({ reference: z.string() }) });

/** POST /submissions/contact/add sends an enquiry. */
export const addContact = defineEndpoint({
  name: 'addContact',
  summary: 'Sends an enquiry',
  method: 'POST',
  url: '/api/submissions/contact/add',
  policy: 'public',
  rate: 'form',
  idempotency: 'keyed',
  body: z.object({ formData: contactFormSchema }),
  answers: { 200: receivedAnswer },
});

/**
 * POST /submissions/grievance/add submits a grievance. An anonymous one is stored without the sender's student id, IP
 * address and device.
 */
export const addGrievance = defineEndpoint({
  name: 'addGrievance',
  summary: 'Submits a grievance',
  method: 'POST',
  url: '/api/submissions/grievance/add',
  policy: 'public',
  rate: 'form',
  idempotency: 'keyed',
  body: z.object({ formData: grievanceFormSchema }),
  answers: { 200: receivedAnswer },
});
