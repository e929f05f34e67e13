import type { Files, Json } from '../../export/exported-tables.ts';
import { instructorSchema } from '../../files/calendar-file.ts';
import { calendarFile, joiningFile } from '../../files/content-files.ts';
import { venueSchema } from '../../files/joining-file.ts';
import { strictly } from '../../files/strict-schema.ts';
import { type KindRules, textOf } from './kind-rules.ts';

type PlaceRules = Pick<KindRules, 'blank' | 'texts' | 'schemaOf' | 'titleOf'> & {
  file: string;
  /** The field of the content file that has the list of venues or instructors. The database table has the same name. */
  list: 'venues' | 'instructors';
  idPrefix: string;
};

/**
 * The rules for editing venues or instructors. The content file with their list also has other fields. A removed venue
 * or instructor stays in the file as inactive, because earlier batches refer to it by id, but editors no longer see it.
 */
function placeKind({ file, list, ...rules }: PlaceRules): KindRules {
  const fileOf = (files: Files) => (files.get(file) ?? {}) as Json;
  const entriesOf = (files: Files) => (fileOf(files)[list] ?? []) as Json[];
  const isInUse = ({ is_active }: Json) => is_active !== false;
  return {
    ...{ mayAdd: true, mayRemove: true, table: list, hidden: ['id', 'is_active'], required: [] },
    list: (files) =>
      entriesOf(files)
        .filter(isInUse)
        .map((entry) => ({ id: textOf(entry.id), entry })),
    find(files, id) {
      const index = entriesOf(files).findIndex((entry) => entry.id === id && isInUse(entry));
      const entry = entriesOf(files)[index];
      return entry && { place: { file, index, list }, entry };
    },
    put(files, id, entry) {
      const entries = entriesOf(files);
      const index = entries.findIndex((one) => one.id === id);
      const next = entry ?? { ...entries[index], is_active: false };
      files.set(file, { ...fileOf(files), [list]: index === -1 ? [...entries, next] : entries.with(index, next) });
    },
    pageOf: () => null,
    choices: () => ({}),
    needsReason: () => false,
    ...rules,
  };
}

export const venues = placeKind({
  ...{ file: joiningFile, list: 'venues', idPrefix: 'venue-' },
  blank: () => ({ address: '' }),
  texts: {
    address: { help: 'As students read it in their joining instructions. For a room, begin with its name.' },
    location_map_link: { label: 'Map', help: 'A link that begins with https://' },
    logistics: { label: 'Getting there' },
    exclusive: {
      label: 'One batch at a time',
      help: 'For a classroom or simulator. The calendar then shows two batches at once as a clash.',
    },
  },
  schemaOf: () => strictly(venueSchema),
  titleOf: (_id, { address }) => textOf(address),
});

export const instructors = placeKind({
  ...{ file: calendarFile, list: 'instructors', idPrefix: 'instructor-' },
  blank: () => ({ name: '' }),
  texts: { name: { help: 'With the title, such as Capt. Leela Varghese' } },
  schemaOf: () => strictly(instructorSchema),
  titleOf: (_id, { name }) => textOf(name),
});
