import * as z from 'zod';
import {
  type Address,
  addressSchema,
  profileSchema,
  requiredProfileFields,
  type Student,
} from '../../../contract/student.ts';

/** A student as the profile call answers: anything but the id may be missing. */
export type KnownStudent = Partial<Student> & { id: string };

type PersonalName = (typeof requiredProfileFields)[number] | 'indos_number' | 'passport_number';
export type AddressName = keyof Address;

/** One field of the form with its keyboard and its word for autofill. */
export type ProfileField<Name extends string = string> = {
  name: Name;
  label: string;
  autoComplete: string;
  type?: 'text' | 'email' | 'tel' | 'date';
  inputMode?: 'numeric' | 'email';
  description?: string;
  /** Capitals as it is typed on a phone. */
  autoCapitalize?: 'words' | 'characters' | 'none';
};

export const personalFields: ProfileField<PersonalName>[] = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', autoCapitalize: 'words' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', autoCapitalize: 'words' },
  {
    name: 'email',
    label: 'E-mail',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    description: 'Your receipt and joining instructions go here.',
  },
  {
    name: 'mobile',
    label: 'Mobile number',
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    description: '10 digits, without +91.',
  },
  {
    name: 'whatsapp_number',
    label: 'WhatsApp number',
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    description: '10 digits, without +91.',
  },
  { name: 'dob', label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  { name: 'indos_number', label: 'INDOS number', autoComplete: 'off', autoCapitalize: 'characters' },
  { name: 'passport_number', label: 'Passport number', autoComplete: 'off', autoCapitalize: 'characters' },
];

export const addressFields: ProfileField<AddressName>[] = [
  { name: 'house_number', label: 'House number', autoComplete: 'address-line1' },
  { name: 'address_line_2', label: 'Address line 2', autoComplete: 'address-line2' },
  { name: 'address_line_3', label: 'Address line 3', autoComplete: 'address-line3' },
  { name: 'street', label: 'Street', autoComplete: 'off' },
  { name: 'village', label: 'Village', autoComplete: 'address-level3' },
  { name: 'post_office', label: 'Post office', autoComplete: 'off' },
  { name: 'police_station', label: 'Police station', autoComplete: 'off' },
  { name: 'district', label: 'District', autoComplete: 'off' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', inputMode: 'numeric', autoComplete: 'postal-code', description: '6 digits.' },
];

type AddressValues = Record<AddressName, string>;
/** What stands in the form: text everywhere, empty where nothing is known. */
export type ProfileValues = Record<PersonalName, string> & AddressValues & { correspondence_address: AddressValues };

/** What the form checks and sends (document 2, sections 5 and 7). */
export const profileFormSchema = profileSchema
  .omit({ experience: true, image_url: true })
  .extend({ correspondence_address: addressSchema });

const textsOf = <Name extends string>(fields: ProfileField<Name>[], from: Partial<Record<Name, string | null>>) =>
  Object.fromEntries(fields.map(({ name }) => [name, from[name] ?? ''])) as Record<Name, string>;

export function toProfileValues(student: Partial<Student>): ProfileValues {
  return {
    ...textsOf(personalFields, student),
    ...textsOf(addressFields, student),
    correspondence_address: textsOf(addressFields, student.correspondence_address ?? {}),
  };
}

const texts = z.record(z.string(), z.string());

/** Values over which a draft was laid; a draft that cannot be read counts for nothing. */
export function withDraft(values: ProfileValues, draft: unknown): ProfileValues {
  const { correspondence_address, ...lines } = z.looseObject({}).catch({}).parse(draft);
  const [own, correspondence] = [texts.safeParse(lines), texts.safeParse(correspondence_address)];
  return {
    ...values,
    ...own.data,
    correspondence_address: { ...values.correspondence_address, ...correspondence.data },
  };
}

/** Fields that checkout requires and the student lacks, or that are not in their form. */
export function missingProfileFields(student: Partial<Student>): (typeof requiredProfileFields)[number][] {
  return requiredProfileFields.filter((name) => !profileSchema.shape[name].safeParse(student[name] ?? '').success);
}
