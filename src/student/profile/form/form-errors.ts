import type { FieldError } from '../../../ui/messages/error-summary.tsx';
import {
  addressFields,
  experienceFields,
  fieldId,
  type ProfileField,
  type ProfileTabKey,
  personalFields,
} from '../profile-fields.ts';

export type TabError = FieldError & { tab: ProfileTabKey };

type FieldPosition = { path: string; label: string; tab: ProfileTabKey };

const positionsOf = (fields: ProfileField[], tab: ProfileTabKey, group = '', suffix = ''): FieldPosition[] =>
  fields.map(({ name, label }) => ({ path: group + name, label: label + suffix, tab }));

/** The errors of the profile form, in the order of its fields. Each has the tab that contains its field. */
export function tabErrors(errors: Record<string, unknown>, experiences: number): TabError[] {
  const positions = [
    ...positionsOf(personalFields, 'personal'),
    ...positionsOf(addressFields, 'address'),
    ...positionsOf(addressFields, 'address', 'correspondence_address.', ' (correspondence)'),
    ...Array.from({ length: experiences }, (_, index) =>
      positionsOf(
        experienceFields,
        'experience',
        `experience.${index}.`,
        experiences > 1 ? ` (experience ${index + 1})` : '',
      ),
    ).flat(),
  ];
  return positions.flatMap(({ path, label, tab }) => {
    const message = errors[path];
    return message ? [{ id: fieldId(path), label, tab, message: String(message) }] : [];
  });
}
