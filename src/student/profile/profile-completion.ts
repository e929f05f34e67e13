import { addressFields, type KnownStudent, type ProfileTabKey, personalFields } from './profile-fields.ts';

/** What a profile lacks: a field of the form, the whole of a tab (`field` its first), or the picture. */
export type ProfileGap = { label: string; tab: ProfileTabKey | 'picture'; field: string | null };

export type ProfileCompletion = {
  /** Whole per cent; 100 only where nothing is missing. */
  percent: number;
  gaps: ProfileGap[];
};

/** Shares of the whole (document 2, section 9). */
const weights = { personal: 30, address: 30, experience: 30, picture: 10 } as const;

type Section = { tab: ProfileTabKey; label: string; fields: ReadonlyArray<{ name: string; label: string }> };
const sections: Section[] = [
  { tab: 'personal', label: 'Personal details', fields: personalFields },
  { tab: 'address', label: 'Permanent address', fields: addressFields },
];

function isFilled(student: KnownStudent, name: string): boolean {
  const text: unknown = student[name as keyof KnownStudent];
  return typeof text === 'string' && text.trim() !== '';
}

function judge(student: KnownStudent, { tab, label, fields }: Section) {
  const missing = fields.filter(({ name }) => !isFilled(student, name));
  const gaps =
    missing.length === fields.length
      ? [{ label, tab, field: fields[0]?.name ?? null }]
      : missing.map((field) => ({ label: field.label, tab, field: field.name }));
  return { share: 1 - missing.length / fields.length, gaps };
}

/**
 * How complete a profile is (document 2, sections 5 and 9): personal fields 30 %, the permanent address's fields 30 %, an
 * experience 30 %, a picture 10 %; each scaled by the share of its fields that are filled.
 */
export function profileCompletion(student: KnownStudent): ProfileCompletion {
  const judged = sections.map((section) => ({ tab: section.tab, ...judge(student, section) }));
  const gaps: ProfileGap[] = judged.flatMap((section) => section.gaps);
  let sum = judged.reduce((before, { tab, share }) => before + weights[tab as 'personal' | 'address'] * share, 0);
  if (student.experience?.length) sum += weights.experience;
  else gaps.push({ label: 'Experience', tab: 'experience', field: null });
  if (isFilled(student, 'image_url')) sum += weights.picture;
  else gaps.push({ label: 'Profile image', tab: 'picture', field: null });
  return { percent: gaps.length > 0 ? Math.min(Math.round(sum), 99) : 100, gaps };
}
