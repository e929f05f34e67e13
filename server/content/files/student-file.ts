import * as z from 'zod';
import { addressSchema, experienceSchema, profileSchema } from '../../../contract/student.ts';
import { studentOrderFileSchema, walletEntryFileSchema } from './student-orders-file.ts';

const fields = profileSchema.shape;

/**
 * A demo account in a content file. Without `password`, the account has no password. `is_default_password`: the student
 * must set a new password.
 */
export const studentFileSchema = z.object({
  id: z.uuid(),
  first_name: fields.first_name,
  last_name: fields.last_name,
  email: fields.email.nullable(),
  mobile: fields.mobile,
  whatsapp_number: fields.whatsapp_number.nullable(),
  dob: z.iso.date().nullable(),
  indos_number: z.string().nullable(),
  passport_number: z.string().nullable(),
  ...addressSchema.shape,
  correspondence_address: addressSchema.nullable().optional(),
  education: z.string().nullable().optional(),
  experience: z.array(experienceSchema).optional(),
  password: z.string().min(8).optional(),
  is_default_password: z.boolean(),
  allowed_booking: z.boolean(),
  orders: z.array(studentOrderFileSchema).optional(),
  wallet: z.array(walletEntryFileSchema).optional(),
});
