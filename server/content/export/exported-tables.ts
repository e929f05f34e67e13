import { toRupees } from '../../db/paise.ts';
import { calendarFile, documentFiles, joiningFile, listFiles } from '../files/content-files.ts';
import { toFields } from '../load/load-rows.ts';
import type { ContentTable } from '../load/upsert-rows.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Json = Record<string, unknown>;
/** The parsed files of a content folder, by path. The export changes this map in place. */
export type Files = Map<string, unknown>;

/**
 * Converts a field of a row, such as `detail.dress_code`, to fields of an entry in a content file. Returns null if the
 * file has no place for the field.
 */
type ToFile = (field: string, value: unknown, files: Files) => readonly [name: string, value: unknown][] | null;

/**
 * How the rows of a table are written to content files. `find` returns the entry of a content file that belongs to a
 * row.
 */
type Exported = {
  table: ContentTable;
  find: (files: Files, key: string) => Json | undefined;
  add?: (files: Files, row: Row) => void;
  /**
   * Adds the references of a new entry to other entries. Runs only when all new entries exist, because they may refer
   * to each other.
   */
  link?: (files: Files, row: Row) => void;
  remove?: (files: Files, key: string) => void;
  /** Replaces the list in a content file that contains nothing but this list. */
  replace?: (files: Files, key: string, value: unknown) => void;
  toFile: ToFile;
};

/**
 * A table that content files contain as lists inside other entries, such as the discounts of a course. When one row
 * changes, the whole list is written.
 */
type ExportedList = {
  table: ContentTable;
  field: string;
  /**
   * Finds the entry of a content file that lists the item `row`: for a discount, the entry of its course or package. If
   * staff deleted the item, `row` has only the columns that the last load recorded.
   */
  findOwner: (files: Files, key: string, row: Row) => Json | undefined;
  toItem: (row: Row, files: Files) => unknown;
};

const listOf = (files: Files, path: string) => (Array.isArray(files.get(path)) ? (files.get(path) as Json[]) : []);
const inList = (path: string) => (files: Files, key: string) =>
  listOf(files, path).find(({ id }) => String(id) === key);
const removeFrom = (path: string) => (files: Files, key: string) =>
  void files.set(
    path,
    listOf(files, path).filter(({ id }) => String(id) !== key),
  );
const addTo = (path: string, toEntry: (row: Row, files: Files) => Json) => (files: Files, row: Row) =>
  void files.set(path, [...listOf(files, path), toEntry(row, files)]);

const filesIn = (files: Files, folder: string) =>
  [...files].filter(([path]) => path.startsWith(`${folder}/`)) as [string, Json][];
const inFolder = (folder: string) => (files: Files, key: string) =>
  filesIn(files, folder).find(([, file]) => String(file.id) === key)?.[1];

/** Creates the entry of a content file for a row that staff added. */
function toEntry(row: Row, toFile: ToFile, files: Files): Json {
  const fields = Object.entries(toFields(row, Object.keys(row)));
  const named = fields.flatMap(([field, value]) => toFile(field, value, files) ?? []);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined && value !== null));
}

/** Copies a field unchanged, for tables whose columns have the same names as the fields of the file. */
const sameName: ToFile = (field, value) => [[field, value]];

const noticeToFile: ToFile = (field, value) => {
  if (field === 'date')
    return [
      ['date', value],
      ['date_in_days', undefined],
    ];
  if (field === 'expiry_date')
    return [
      ['expires', value],
      ['expires_in_days', undefined],
    ];
  return [[field === 'position' ? 'order' : field, value]];
};

const codesOf = (files: Files, ids: readonly unknown[]) =>
  ids.flatMap((id) => inFolder('courses')(files, String(id))?.course_code ?? []);

type StoredDocument = { name: string; words?: string[] };
type Joining = { venue_id?: string; venues?: Json[]; document_kinds?: { id: string; words: string[] }[] };

/**
 * Converts a required document of a course for the content file. The database has the words that are looked for in the
 * names of a student's documents; the file has ids of document kinds instead. `joining.json` lists the words of each
 * kind. The result has the kinds whose words are all among those in the database.
 */
function toRequiredDocument({ name, words = [] }: StoredDocument, { document_kinds = [] }: Joining) {
  const kinds = document_kinds.filter((kind) => kind.words.every((word) => words.includes(word)));
  return kinds.length > 0 ? { name, kinds: kinds.map(({ id }) => id) } : { name };
}

/**
 * Converts the settings of a course for the course's file. The database stores the details of the venue in the
 * settings. The file has the id of the venue instead, because `joining.json` has the details.
 */
function toSettings(stored: Json, { venue_id, venues = [] }: Joining): Json | undefined {
  const atAddress = venues.filter(({ address }) => address === stored.venue);
  const venue = atAddress.find(({ is_active }) => is_active !== false) ?? atAddress[0];
  if (!venue) return stored;
  const { id, address, exclusive: _, is_active: _isActive, ...rest } = venue;
  const isWhole = Object.keys(rest).every((name) => name in stored);
  if (!isWhole) return stored;
  const own = Object.entries(stored).filter(([name, value]) => value !== (name === 'venue' ? address : rest[name]));
  const settings = Object.fromEntries([...(id === venue_id ? [] : [['venue_id', id] as const]), ...own]);
  return Object.keys(settings).length > 0 ? settings : undefined;
}

const joiningOf = (files: Files) => (files.get(joiningFile) ?? {}) as Joining;
const money = /^(total_fee|actual_fee)_paise$/;
const derived = new Set(['search_text', 'is_picture_lost', 'created_at', 'updated_at']);

const courseToFile: ToFile = (field, value, files) => {
  const [, fee] = money.exec(field) ?? [];
  if (fee) return [[fee, toRupees(Number(value))]];
  if (derived.has(field)) return [];
  const list = (value ?? []) as readonly unknown[];
  if (field === 'prerequisites') {
    const codes = codesOf(
      files,
      (list as { id: number }[]).map(({ id }) => id),
    );
    return [['prerequisites', codes.length > 0 ? codes : undefined]];
  }
  if (field === 'detail.requiredDocuments') {
    const documents = (list as StoredDocument[]).map((one) => toRequiredDocument(one, joiningOf(files)));
    return [['requiredDocuments', value === undefined ? undefined : documents]];
  }
  if (field === 'detail.settings')
    return [['settings', value === undefined ? undefined : toSettings(value as Json, joiningOf(files))]];
  const name = field.replace(/^detail\./, '');
  // If a course has no tags or no fee structure, its file omits that field.
  return [
    [name, (name === 'tags' && value === '') || (name === 'fee_structure' && value === null) ? undefined : value],
  ];
};

/**
 * Converts a field of a venue or an instructor. The file contains the field `is_active` only for venues and instructors
 * that are no longer in use.
 */
const placeToFile: ToFile = (field, value) => {
  if (field === 'is_active') return [['is_active', value === false ? false : undefined]];
  return [[field === 'is_exclusive' ? 'exclusive' : field.replace(/^detail\./, ''), value]];
};

/** How venues or instructors are written to content files. They are a list in a file that also has other fields. */
function placesIn(path: string, list: string): Pick<Exported, 'find' | 'add' | 'toFile'> {
  const fileOf = (files: Files) => (files.get(path) ?? {}) as Json;
  const entriesOf = (files: Files) => (fileOf(files)[list] ?? []) as Json[];
  return {
    find: (files, key) => entriesOf(files).find(({ id }) => id === key),
    add: (files, row) =>
      void files.set(path, {
        ...fileOf(files),
        [list]: [...entriesOf(files), toEntry(row, placeToFile, files)],
      }),
    toFile: placeToFile,
  };
}

const groupToFile: ToFile = (field, value, files) =>
  field === 'course_ids' ? [['course_codes', codesOf(files, value as readonly unknown[])]] : [[field, value]];

const academyTime = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' },
});

type StoredEvent = Readonly<Record<`event_${string}`, string | undefined>>;

/**
 * Converts a field of a post for the content file. Dates are written as dates, even if the file had numbers of days
 * after the first content load.
 */
const postToFile: ToFile = (field, value, files) => {
  // Leave out `body.author`, which is always null: the author is in `author_id`.
  if (field === 'search_text' || field === 'body.author') return [];
  if (field === 'published_at') {
    const [date, time] = academyTime.format(new Date(String(value))).split(' ');
    return [
      ['date', date],
      ['date_in_days', undefined],
      ['time', time],
    ];
  }
  if (field === 'author_id') return [['author', inList(listFiles.authors)(files, String(value))?.slug ?? null]];
  if (field === 'body.event') {
    if (!value) return [['event', undefined]];
    const event = value as StoredEvent;
    const file = {
      ...{ start_date: event.event_start, end_date: event.event_end },
      ...{ start_time: event.event_start_time, end_time: event.event_end_time },
      ...{ place: event.event_place, map_link: event.event_map_link },
    };
    return [['event', JSON.parse(JSON.stringify(file))]];
  }
  if (field === 'body.image_alt') return [['image_alt', value === '' ? undefined : value]];
  if (field === 'body.is_picture_lost') return [['is_picture_lost', value === true ? true : undefined]];
  return [[field.replace(/^body\./, ''), value]];
};

const fileOfDocument = (key: string) => documentFiles[key as keyof typeof documentFiles];

/** Fields that are written to the file of a post even if they are null. Other null fields are omitted. */
const emptyPost = { author: null, image_url: null };

export const exportedTables: readonly Exported[] = [
  // Write venues before courses, because the settings of courses are compared with the venues that the files then
  // contain.
  { table: 'venues', ...placesIn(joiningFile, 'venues') },
  { table: 'instructors', ...placesIn(calendarFile, 'instructors') },
  {
    table: 'cms_documents',
    find: (files, key) => files.get(fileOfDocument(key)) as Json | undefined,
    replace: (files, key, value) => void files.set(fileOfDocument(key), value),
    toFile: (field, value) => (field.startsWith('body.') ? [[field.slice(5), value]] : null),
  },
  {
    table: 'notices',
    find: inList(listFiles.notices),
    add: addTo(listFiles.notices, (row, files) => toEntry(row, noticeToFile, files)),
    remove: removeFrom(listFiles.notices),
    toFile: noticeToFile,
  },
  {
    table: 'departments',
    find: inList(listFiles.departments),
    add: addTo(listFiles.departments, ({ updated_at: _, ...row }) => ({ ...row })),
    toFile: sameName,
  },
  {
    table: 'courses',
    find: inFolder('courses'),
    add: (files, row) =>
      void files.set(`courses/${String(row.course_code).toLowerCase()}.json`, {
        ...{ discounts: [], batches: null },
        ...toEntry(row, courseToFile, files),
      }),
    link(files, { id, prerequisites }) {
      const entry = inFolder('courses')(files, String(id));
      for (const [name, value] of courseToFile('prerequisites', prerequisites, files) ?? [])
        if (entry && value !== undefined) entry[name] = value;
    },
    toFile: courseToFile,
  },
  {
    table: 'packages',
    find: inList(listFiles.packages),
    add: addTo(listFiles.packages, (row, files) => ({
      ...{ course_codes: [], discounts: [] },
      ...toEntry(row, courseToFile, files),
    })),
    toFile: courseToFile,
  },
  {
    table: 'booking_groups',
    find: inList(listFiles['booking-groups']),
    add: addTo(listFiles['booking-groups'], (row, files) => toEntry(row, groupToFile, files)),
    remove: removeFrom(listFiles['booking-groups']),
    toFile: groupToFile,
  },
  // Write authors before posts, because the files of posts name the authors that the files then contain.
  {
    table: 'authors',
    find: inList(listFiles.authors),
    add: addTo(listFiles.authors, (row) => ({ ...row })),
    remove: removeFrom(listFiles.authors),
    toFile: sameName,
  },
  {
    table: 'posts',
    find: inFolder('posts'),
    add: (files, row) =>
      void files.set(`posts/${String(row.id)}-${String(row.slug)}.json`, {
        ...emptyPost,
        ...toEntry(row, postToFile, files),
      }),
    remove: (files, key) => {
      for (const [path, { id }] of filesIn(files, 'posts')) if (String(id) === key) files.delete(path);
    },
    toFile: postToFile,
  },
];

export const exportedLists: readonly ExportedList[] = [
  {
    table: 'package_courses',
    field: 'course_codes',
    findOwner: (files, key) => inList(listFiles.packages)(files, key.split('/')[0] ?? ''),
    toItem: ({ course_id }, files) => codesOf(files, [course_id])[0],
  },
  {
    table: 'discounts',
    field: 'discounts',
    findOwner: (files, _key, { course_id, package_id }) =>
      course_id === null
        ? inList(listFiles.packages)(files, String(package_id))
        : inFolder('courses')(files, String(course_id)),
    toItem: ({ id, type, value, crossed_out_price, starts_on, ends_on }) => ({
      ...{ id, type, value: toRupees(Number(value)), crossed_out_price },
      ...(starts_on ? { starts_on } : {}),
      ...(ends_on ? { ends_on } : {}),
    }),
  },
];
