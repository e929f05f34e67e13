import {
  type Address,
  type Experience,
  profileSchema,
  requiredProfileFields,
  type Student,
} from '../../../contract/student.ts';

/** A student's profile as the API returns it. Every field except the id may be missing. */
export type PartialStudent = Partial<Student> & { id: string };

export type PersonalName = (typeof requiredProfileFields)[number] | 'indos_number' | 'passport_number';
export type AddressName = keyof Address;

/** A field of the profile form, with its on-screen keyboard and its `autocomplete` attribute. */
export type ProfileField<Name extends string = string> = {
  name: Name;
  label: string;
  autoComplete: string;
  type?: 'text' | 'email' | 'tel' | 'birthday';
  inputMode?: 'numeric' | 'email';
  description?: string;
  /** What the on-screen keyboard capitalises automatically. */
  autoCapitalize?: 'words' | 'characters' | 'none';
};

export const personalFields: ProfileField<PersonalName>[] = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', autoCapitalize: 'words' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', autoCapitalize: 'words' },
  {
    name: 'email',
    label: 'Email',
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
  { name: 'dob', label: 'Date of birth', type: 'birthday', autoComplete: 'bday' },
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

/** The fields of one work experience. The form shows the description as a text area. */
export const experienceFields: ProfileField<keyof Experience>[] = [
  { name: 'position', label: 'Position', autoComplete: 'off', autoCapitalize: 'words' },
  { name: 'company', label: 'Company', autoComplete: 'off', autoCapitalize: 'words' },
  { name: 'period', label: 'Period', autoComplete: 'off', description: 'For instance: Aug 2024 to Feb 2026.' },
  { name: 'description', label: 'Description', autoComplete: 'off' },
];

/** Tabs of the profile form. */
export const profileTabs = [
  { key: 'personal', label: 'Personal' },
  { key: 'address', label: 'Address' },
  { key: 'experience', label: 'Experience' },
] as const;
export type ProfileTabKey = (typeof profileTabs)[number]['key'];

/** The tab at which the profile form opens, and the field that gets the focus; null if none does. */
export type FormStart = { tab: ProfileTabKey; field: string | null };

/**
 * The HTML id of a field. `path`: its path in the form, such as `dob`, `correspondence_address.city` or
 * `experience.0.period`.
 */
export function fieldId(path: string): string {
  return `profile-${path.replaceAll('.', '-')}`;
}

/** The fields that checkout requires and that are missing or invalid in the profile. */
export function missingProfileFields(student: Partial<Student>): (typeof requiredProfileFields)[number][] {
  return requiredProfileFields.filter((name) => !profileSchema.shape[name].safeParse(student[name] ?? '').success);
}
