import { schemaResolver } from '@mantine/form';
import * as z from 'zod';
import {
  type Address,
  addressSchema,
  type Experience,
  experienceSchema,
  mostExperience,
  type Profile,
  profileSchema,
  type Student,
} from '../../../../contract/student.ts';
import { invalidDayText, isCalendarDay } from '../../../lib/format/typed-day.ts';
import {
  type AddressName,
  addressFields,
  experienceFields,
  type PersonalName,
  type ProfileField,
  personalFields,
} from '../profile-fields.ts';

type AddressValues = Record<AddressName, string>;
/** A work experience in the form. `key` identifies it while the list is edited and is not sent to the server. */
export type ExperienceValues = Experience & { key: string };
/**
 * The values of the profile form. Texts that the profile lacks are empty strings. While `isSameAddress` is true,
 * `correspondence_address` still has the address that was typed before, but the permanent address is sent instead.
 */
export type ProfileValues = Record<PersonalName, string> &
  AddressValues & {
    isSameAddress: boolean;
    correspondence_address: AddressValues;
    experience: ExperienceValues[];
  };

/**
 * The schema of the values that the profile form sends. The profile image is not among them, because it is saved
 * separately.
 */
const profileFormSchema = profileSchema.omit({ image_url: true }).extend({
  dob: z
    .string()
    .min(1, 'Date of Birth is required')
    .refine((text) => text === '' || isCalendarDay(text), invalidDayText),
  correspondence_address: addressSchema,
  experience: z
    .array(experienceSchema.extend({ position: experienceSchema.shape.position.min(1, 'Position is required') }))
    .max(mostExperience),
});

const textsOf = <Name extends string>(fields: ProfileField<Name>[], from: Partial<Record<Name, string | null>>) =>
  Object.fromEntries(fields.map(({ name }) => [name, from[name] ?? ''])) as Record<Name, string>;

function isSameAddress(one: AddressValues, other: AddressValues): boolean {
  return addressFields.every(({ name }) => one[name] === other[name]) && addressFields.some(({ name }) => one[name]);
}

/**
 * Picks the fields of an address. In a student object, the permanent address has no object of its own: its fields are
 * at the top level.
 */
export function addressValues(student: Partial<Address>): AddressValues {
  return textsOf(addressFields, student);
}

export function emptyExperience(): ExperienceValues {
  return { ...textsOf(experienceFields, {}), key: crypto.randomUUID() };
}

export function toProfileValues(student: Partial<Student>): ProfileValues {
  const [permanent, correspondence] = [addressValues(student), addressValues(student.correspondence_address ?? {})];
  const isSame = isSameAddress(permanent, correspondence);
  return {
    ...textsOf(personalFields, student),
    ...permanent,
    isSameAddress: isSame,
    correspondence_address: isSame ? addressValues({}) : correspondence,
    experience: (student.experience ?? []).map((entry, index) => ({ ...entry, key: `known-${index}` })),
  };
}

/** The values to send. If `isSameAddress` is true, the correspondence address is a copy of the permanent address. */
export function resolvedValues(values: ProfileValues): ProfileValues {
  return values.isSameAddress ? { ...values, correspondence_address: addressValues(values) } : values;
}

const resolve = schemaResolver(profileFormSchema, { sync: true });

/**
 * Validates the profile form and returns error messages by field path. If `isSameAddress` is true, the correspondence
 * address has no errors of its own.
 */
export function checkProfile(values: ProfileValues): Record<string, string> {
  const errors = Object.entries(resolve(resolvedValues(values))).map(([path, text]) => [path, String(text)] as const);
  return Object.fromEntries(
    errors.filter(([path]) => !(values.isSameAddress && path.startsWith('correspondence_address'))),
  );
}

type FieldName = keyof z.infer<typeof profileFormSchema>;

/**
 * The fields that the form sends, in groups. If one field of a group, such as an address, has changed, the whole group
 * is sent.
 */
const fieldGroups: FieldName[][] = [
  ...personalFields.map(({ name }) => [name]),
  addressFields.map(({ name }) => name),
  ['correspondence_address'],
  ['experience'],
];

function pick<T extends object>(from: T, names: (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>;
}

/** The names of the fields that saving `values` would change in the profile (`before`). */
function changedNames(values: ProfileValues, before: ProfileValues): FieldName[] {
  const comparable = (given: ProfileValues) => ({
    ...resolvedValues(given),
    experience: given.experience.map((entry) => textsOf(experienceFields, entry)),
  });
  const [now, then] = [comparable(values), comparable(before)];
  return fieldGroups.filter((names) => JSON.stringify(pick(now, names)) !== JSON.stringify(pick(then, names))).flat();
}

/** Whether saving `values` would change anything in the profile (`before`). */
export function isChanged(values: ProfileValues, before: ProfileValues): boolean {
  return changedNames(values, before).length > 0;
}

/**
 * The fields to send to the server: those that differ from `before`, the profile as it was when the form opened. Other
 * fields are left out, because they may have been changed elsewhere since. Fields of a save that failed (`lastSent`)
 * are always sent again: that save may have reached the server, and its values must then be replaced.
 */
export function toProfileChange(
  values: ProfileValues,
  before: ProfileValues,
  lastSent: Partial<Profile>,
): Partial<Profile> {
  const resent = fieldGroups.flat().filter((name) => lastSent[name] !== undefined);
  return pick(profileFormSchema.parse(resolvedValues(values)), [...changedNames(values, before), ...resent]);
}

/**
 * The draft of the profile form to store: only what was changed, because other fields of the profile may change
 * elsewhere.
 */
export function toDraft(values: ProfileValues, before: ProfileValues): Partial<ProfileValues> {
  const names = changedNames(values, before);
  const addressNames: FieldName[] = ['correspondence_address', ...addressFields.map(({ name }) => name)];
  const hasAddress = names.some((name) => addressNames.includes(name));
  return { ...pick(values, names), ...(hasAddress ? { isSameAddress: values.isSameAddress } : {}) };
}

const texts = z.record(z.string(), z.string());
const draftSchema = z
  .looseObject({
    isSameAddress: z.boolean(),
    correspondence_address: texts,
    experience: z.array(experienceSchema.extend({ key: z.string() })),
  })
  .partial();

/**
 * Replaces values of the form by the values of a stored draft, which may lack some of them. A draft that does not match
 * the schema is ignored.
 */
export function withDraft(values: ProfileValues, draft: unknown): ProfileValues {
  const read = draftSchema.safeParse(draft);
  if (!read.success) return values;
  const { correspondence_address, experience, isSameAddress: isSame, ...fields } = read.data;
  return {
    ...values,
    ...texts.safeParse(fields).data,
    isSameAddress: isSame ?? values.isSameAddress,
    correspondence_address: { ...values.correspondence_address, ...correspondence_address },
    experience: experience ?? values.experience,
  };
}
