import type { FieldFault } from '../../ui/error-summary.tsx';
import {
  addressFields,
  experienceFields,
  fieldId,
  type ProfileField,
  type ProfileTabKey,
  personalFields,
} from './profile-fields.ts';

export type TabFault = FieldFault & { tab: ProfileTabKey };

type Place = { path: string; label: string; tab: ProfileTabKey };

const placesOf = (fields: ProfileField[], tab: ProfileTabKey, group = '', mark = ''): Place[] =>
  fields.map(({ name, label }) => ({ path: group + name, label: label + mark, tab }));

/** What is to correct, in the order of the form, each with the tab where it stands. */
export function faultsOf(errors: Record<string, unknown>, experiences: number): TabFault[] {
  const places = [
    ...placesOf(personalFields, 'personal'),
    ...placesOf(addressFields, 'address'),
    ...placesOf(addressFields, 'address', 'correspondence_address.', ' (correspondence)'),
    ...Array.from({ length: experiences }, (_, place) =>
      placesOf(
        experienceFields,
        'experience',
        `experience.${place}.`,
        experiences > 1 ? ` (experience ${place + 1})` : '',
      ),
    ).flat(),
  ];
  return places.flatMap(({ path, label, tab }) => {
    const message = errors[path];
    return message ? [{ id: fieldId(path), label, tab, message: String(message) }] : [];
  });
}
