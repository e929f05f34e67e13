/** The labels of a student's fields in the forms of the console. */
export const studentFields = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  whatsapp_number: 'WhatsApp',
  dob: 'Date of birth',
  indos_number: 'INDOS number',
  passport_number: 'Passport number',
  house_number: 'House number',
  street: 'Street',
  village: 'Village',
  city: 'City',
  district: 'District',
  state: 'State',
  pincode: 'Pincode',
} as const;
export type ProfileField = keyof typeof studentFields;

export const inputTypes: Partial<Record<ProfileField, string>> = {
  email: 'email',
  mobile: 'tel',
  whatsapp_number: 'tel',
  dob: 'date',
};
