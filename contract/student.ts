import * as z from 'zod';
import { answer, columnsSchema, daySchema, notOneLine, oneLine } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * Maximum lengths, in characters, of a profile field and of the description of a work experience, and the maximum
 * number of work experiences.
 */
const longestLine = 200;
export const longestDescription = 2000;
export const mostExperience = 50;

const line = z.string().trim().max(longestLine, `At most ${longestLine} characters`).regex(oneLine, notOneLine);
const optionalLine = line.nullish();

/** A postal address of a student. */
export const addressSchema = z.object({
  house_number: optionalLine,
  address_line_2: optionalLine,
  address_line_3: optionalLine,
  street: optionalLine,
  village: optionalLine,
  post_office: optionalLine,
  police_station: optionalLine,
  district: optionalLine,
  city: optionalLine,
  state: optionalLine,
  pincode: z
    .string()
    .regex(/^(\d{6})?$/, 'Pincode must be 6 digits')
    .nullish(),
});
export type Address = z.infer<typeof addressSchema>;

export const experienceSchema = z.object({
  position: line,
  company: line,
  period: line,
  description: z.string().max(longestDescription, `At most ${longestDescription} characters`),
});
export type Experience = z.infer<typeof experienceSchema>;

const tenDigits = /^\d{10}$/;

/** Fields of the profile form with their error texts (docs/product.md#student-area). */
export const profileSchema = z.object({
  first_name: line.min(1, 'First Name is required'),
  last_name: line.min(1, 'Last Name is required'),
  email: z
    .string()
    .trim()
    .min(1, 'Email is required')
    .max(254, 'Invalid email format')
    .pipe(z.email('Invalid email format')),
  mobile: z.string().regex(tenDigits, 'Phone number must be 10 digits'),
  whatsapp_number: z.string().regex(tenDigits, 'WhatsApp number must be 10 digits'),
  dob: daySchema.or(z.literal('')).refine((text) => text !== '', 'Date of Birth is required'),
  indos_number: optionalLine,
  passport_number: optionalLine,
  ...addressSchema.shape,
  correspondence_address: addressSchema.nullish(),
  experience: z.array(experienceSchema).max(mostExperience).optional(),
  image_url: z.string().max(500).nullish(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Whether `day` is a calendar day after 1900 and before `today`; both are `YYYY-MM-DD`. */
export function isPastDay(day: string, today: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(day)) return false;
  return moment.getUTCFullYear() > 1900 && day < today;
}

/** The profile fields that checkout requires. */
export const requiredProfileFields = ['first_name', 'last_name', 'email', 'mobile', 'whatsapp_number', 'dob'] as const;

/** A student in a response. Fields that were never filled in are null. */
export const studentSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  whatsapp_number: z.string().nullable(),
  dob: daySchema.nullable(),
  indos_number: z.string().nullable(),
  passport_number: z.string().nullable(),
  ...addressSchema.shape,
  correspondence_address: addressSchema.nullable(),
  education: z.string().nullable(),
  experience: z.array(experienceSchema),
  image_url: z.string().nullable(),
});
export type Student = z.infer<typeof studentSchema>;

/** GET /users/student: a list with one entry, the signed-in student. */
export const getStudent = defineEndpoint({
  name: 'getStudent',
  summary: 'The student’s profile',
  method: 'GET',
  url: '/api/users/student',
  policy: 'owner',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ userId: z.uuid(), columns: columnsSchema }),
  answers: { 200: answer({ data: z.object({ users: z.array(studentSchema.partial().required({ id: true })) }) }) },
});

/**
 * PUT /users/student/{userId} changes some or all fields of the profile. 409 USER_EXISTS if another student has the
 * email address, INDOS number or passport number, or if a newer account has the phone number: that account could then
 * no longer sign in by phone.
 */
export const updateStudent = defineEndpoint({
  name: 'updateStudent',
  summary: 'Changes the student’s profile',
  method: 'PUT',
  url: '/api/users/student/:userId',
  policy: 'owner',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ userId: z.uuid() }),
  body: profileSchema.partial(),
  answers: { 200: answer({}) },
  refusals: { RECENT_SIGN_IN_NEEDED: 403, USER_EXISTS: 409 },
});
