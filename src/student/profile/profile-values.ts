import { schemaResolver } from '@mantine/form';
import * as z from 'zod';
import {
  type Address,
  addressSchema,
  type Experience,
  experienceSchema,
  mostExperience,
  profileSchema,
  type Student,
} from '../../../contract/student.ts';
import {
  type AddressName,
  addressFields,
  experienceFields,
  type PersonalName,
  type ProfileField,
  personalFields,
} from './profile-fields.ts';

type AddressValues = Record<AddressName, string>;
/** `key` tells one entry of the list from another while it is edited; it is not sent. */
export type ExperienceValues = Experience & { key: string };
/** What stands in the form: text everywhere, empty where nothing is known. */
export type ProfileValues = Record<PersonalName, string> &
  AddressValues & {
    isSameAddress: boolean;
    correspondence_address: AddressValues;
    experience: ExperienceValues[];
  };

/** What the form checks and sends (document 2, sections 5 and 7); the picture is saved by itself. */
export const profileFormSchema = profileSchema.omit({ image_url: true }).extend({
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

/** The permanent address alone. */
export function permanentAddress(student: Partial<Address>): AddressValues {
  return textsOf(addressFields, student);
}

export function emptyExperience(): ExperienceValues {
  return { ...textsOf(experienceFields, {}), key: crypto.randomUUID() };
}

export function toProfileValues(student: Partial<Student>): ProfileValues {
  const [permanent, correspondence] = [
    permanentAddress(student),
    permanentAddress(student.correspondence_address ?? {}),
  ];
  return {
    ...textsOf(personalFields, student),
    ...permanent,
    isSameAddress: isSameAddress(permanent, correspondence),
    correspondence_address: correspondence,
    experience: (student.experience ?? []).map((entry, place) => ({ ...entry, key: `known-${place}` })),
  };
}

/** Values as they are sent: the correspondence address follows the permanent one where they are the same. */
export function settledValues(values: ProfileValues): ProfileValues {
  return values.isSameAddress ? { ...values, correspondence_address: permanentAddress(values) } : values;
}

const resolve = schemaResolver(profileFormSchema, { sync: true });

/** What is wrong, by the field's path. A fault of an address that only follows another is told once. */
export function checkProfile(values: ProfileValues): Record<string, string> {
  const faults = Object.entries(resolve(settledValues(values))).map(([path, text]) => [path, String(text)] as const);
  return Object.fromEntries(
    faults.filter(([path]) => !(values.isSameAddress && path.startsWith('correspondence_address'))),
  );
}

/** Whether saving would change anything. */
export function isChanged(values: ProfileValues, before: ProfileValues): boolean {
  const sent = (given: ProfileValues) => {
    const { isSameAddress: _mark, experience, ...rest } = settledValues(given);
    return JSON.stringify([rest, experience.map((entry) => textsOf(experienceFields, entry))]);
  };
  return sent(values) !== sent(before);
}

const texts = z.record(z.string(), z.string());
const draftSchema = z.looseObject({
  isSameAddress: z.boolean(),
  correspondence_address: texts,
  experience: z.array(experienceSchema.extend({ key: z.string() })),
});

/** Values over which a draft was laid; a draft that cannot be read counts for nothing. */
export function withDraft(values: ProfileValues, draft: unknown): ProfileValues {
  const read = draftSchema.safeParse(draft);
  if (!read.success) return values;
  const { correspondence_address, experience, isSameAddress: isSame, ...lines } = read.data;
  return {
    ...values,
    ...texts.safeParse(lines).data,
    isSameAddress: isSame,
    correspondence_address: { ...values.correspondence_address, ...correspondence_address },
    experience,
  };
}
