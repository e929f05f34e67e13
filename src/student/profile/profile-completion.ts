import { addressFields, type PartialStudent, type ProfileTabKey, personalFields } from './profile-fields.ts';

/**
 * Something that the profile lacks: a field, all fields of a tab, or the picture. `field`: the field that gets the
 * focus when the student fills in what is missing. Of a tab it is the first field; for the experience and the picture,
 * it is null.
 */
export type ProfileGap = { label: string; tab: ProfileTabKey | 'picture'; field: string | null };

export type ProfileCompletion = {
  /** How complete the profile is, in whole per cent. It is 100 only if nothing is missing. */
  percent: number;
  gaps: ProfileGap[];
};

/** How much each part of the profile counts, in per cent. */
const weights = { personal: 30, address: 30, experience: 30, picture: 10 } as const;

type Section = { tab: ProfileTabKey; label: string; fields: ReadonlyArray<{ name: string; label: string }> };
const sections: Section[] = [
  { tab: 'personal', label: 'Personal details', fields: personalFields },
  { tab: 'address', label: 'Permanent address', fields: addressFields },
];

function isFilled(student: PartialStudent, name: string): boolean {
  const text: unknown = student[name as keyof PartialStudent];
  return typeof text === 'string' && text.trim() !== '';
}

function measure(student: PartialStudent, { tab, label, fields }: Section) {
  const missing = fields.filter(({ name }) => !isFilled(student, name));
  const gaps =
    missing.length === fields.length
      ? [{ label, tab, field: fields[0]?.name ?? null }]
      : missing.map((field) => ({ label: field.label, tab, field: field.name }));
  return { share: 1 - missing.length / fields.length, gaps };
}

/**
 * Computes how complete a profile is. Each part counts with its weight, multiplied by the share of its fields that are
 * filled. The part Experience is complete with one entry.
 */
export function profileCompletion(student: PartialStudent): ProfileCompletion {
  const measured = sections.map((section) => ({ tab: section.tab, ...measure(student, section) }));
  const gaps: ProfileGap[] = measured.flatMap((section) => section.gaps);
  let sum = measured.reduce((before, { tab, share }) => before + weights[tab as 'personal' | 'address'] * share, 0);
  if (student.experience?.length) sum += weights.experience;
  else gaps.push({ label: 'Experience', tab: 'experience', field: null });
  if (isFilled(student, 'image_url')) sum += weights.picture;
  else gaps.push({ label: 'Profile image', tab: 'picture', field: null });
  return { percent: gaps.length > 0 ? Math.min(Math.round(sum), 99) : 100, gaps };
}
