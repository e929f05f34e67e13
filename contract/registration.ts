import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { longestPassword, shortestPassword } from './password-rules.ts';
import { profileSchema } from './student.ts';

const { first_name, last_name, email, dob, indos_number } = profileSchema.shape;
const tenDigits = (text: string) => z.string().regex(/^\d{10}$/, text);

/** The fields of the registration form. `dob` is a past day `YYYY-MM-DD`; `indos_number` may be empty. */
export const registrationSchema = z.object({
  first_name,
  last_name,
  email,
  mobile: tenDigits('Mobile number must be exactly 10 digits.'),
  whatsapp_number: tenDigits('Whatsapp number must be exactly 10 digits.'),
  indos_number,
  dob,
  password: z
    .string()
    .min(1, 'Password is required')
    .min(shortestPassword, `Password must be at least ${shortestPassword} characters.`)
    .max(longestPassword, `Password must be at most ${longestPassword} characters.`),
});
export type Registration = z.infer<typeof registrationSchema>;

/**
 * POST /users/student/add registers a student. 409 USER_EXISTS if another student has the email address or INDOS
 * number; 409 PASSWORD_TOO_COMMON.
 */
export const registerStudent = defineEndpoint({
  name: 'registerStudent',
  summary: 'Registers a new student',
  method: 'POST',
  url: '/api/users/student/add',
  policy: 'public',
  rate: 'form',
  idempotency: 'keyed',
  body: registrationSchema,
  answers: { 200: answer({}) },
  refusals: { USER_EXISTS: 409, PASSWORD_TOO_COMMON: 409 },
});
