import * as z from 'zod';
import { type Registration, registrationSchema } from '../../../contract/registration.ts';
import { isPastDay } from '../../../contract/student.ts';
import { invalidDayText, isCalendarDay } from '../../lib/format/typed-day.ts';

type TextName = 'first_name' | 'last_name' | 'email' | 'mobile' | 'whatsapp_number' | 'indos_number';

/** A text field of the registration form, with its on-screen keyboard and its autofill hint. */
export type RegisterField = {
  name: TextName;
  label: string;
  autoComplete: string;
  required: boolean;
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'numeric' | 'email';
  description?: string;
  autoCapitalize?: 'words' | 'characters' | 'none';
};

const phone = { type: 'tel', inputMode: 'numeric', required: true, description: '10 digits, without +91.' } as const;

export const nameFields: RegisterField[] = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', autoCapitalize: 'words', required: true },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', autoCapitalize: 'words', required: true },
];
export const contactFields: RegisterField[] = [
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    required: true,
  },
  { name: 'mobile', label: 'Mobile number', autoComplete: 'tel-national', ...phone },
  { name: 'whatsapp_number', label: 'WhatsApp number', autoComplete: 'tel-national', ...phone },
];
export const indosField: RegisterField = {
  name: 'indos_number',
  label: 'INDOS number (optional)',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  required: false,
  description: 'If you have one, for example 24EL0001.',
};

/**
 * The values of the registration form. Its draft, which is saved in this tab, leaves out the passwords and the consent
 * to the terms.
 */
export type RegisterValues = Record<TextName | 'dob' | 'password' | 'confirm', string> & { terms: boolean };
type RegisterDraft = Omit<RegisterValues, 'password' | 'confirm' | 'terms'>;

const emptyDraft: RegisterDraft = {
  first_name: '',
  last_name: '',
  email: '',
  mobile: '',
  whatsapp_number: '',
  indos_number: '',
  dob: '',
};
const draftSchema = z.record(z.string(), z.string());

/** The initial values of the registration form, taken from the draft in this tab if it can be read. */
export function withDraft(draft: unknown): RegisterValues {
  const saved = draftSchema.safeParse(draft).data ?? {};
  const texts = Object.keys(emptyDraft).map((name) => [name, saved[name] ?? '']);
  return { ...(Object.fromEntries(texts) as RegisterDraft), password: '', confirm: '', terms: false };
}

export function toDraft({ password: _, confirm: __, terms: ___, ...draft }: RegisterValues): RegisterDraft {
  return draft;
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

export function toRegistration(values: RegisterValues): Registration {
  const { first_name, last_name, email, indos_number, dob, password } = values;
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    mobile: withoutSpaces(values.mobile),
    whatsapp_number: withoutSpaces(values.whatsapp_number),
    indos_number: indos_number.trim(),
    dob,
    password,
  };
}

function birthDateError(day: string, today: string): string | null {
  if (day === '') return null;
  if (!isCalendarDay(day)) return invalidDayText;
  return isPastDay(day, today) ? null : 'Date of Birth must be a day in the past';
}

function confirmError({ password, confirm }: RegisterValues): string | null {
  if (confirm === '') return 'Confirm Password is required';
  return confirm === password ? null : 'Passwords do not match.';
}

/**
 * Validates the registration form. Returns error messages by field. `today`: date in the academy's time zone,
 * `YYYY-MM-DD`.
 */
export function checkRegister(values: RegisterValues, today: string): Record<string, string> {
  const registration = toRegistration(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of registrationSchema.safeParse(registration).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  const [birth, confirm] = [birthDateError(registration.dob, today), confirmError(values)];
  return {
    ...errors,
    ...(birth ? { dob: birth } : {}),
    ...(confirm ? { confirm } : {}),
    ...(values.terms ? {} : { terms: 'You must accept the terms and conditions.' }),
  };
}
