import type * as z from 'zod';
import type { ContentBody, ContentChange } from '../../../../contract/staff/content.ts';
import type { Files, Json } from '../../export/exported-tables.ts';
import { documentFiles } from '../../files/content-files.ts';
import { documentSchemas } from '../../files/content-schema.ts';
import type { ContentTable } from '../../load/upsert-rows.ts';
import type { Choices, FieldTexts, Section, UsedIds } from '../form-fields.ts';

/**
 * Where a content document is stored.
 * - `file`: its content file.
 * - `index`: its position in the list of documents in the file; null if the file contains only this document.
 * - `list`: the name of this list, if the file has other fields too.
 * - `field`: only for a document that is a whole list: the field of the editing form that contains the list.
 */
type Place = { file: string; index: number | null; list?: string; field?: string };
type Found = { place: Place; entry: Json };

/**
 * The rules for one kind of content document, such as courses: how the content files contain these documents, and how
 * editors edit them.
 */
export type KindRules = {
  mayAdd: boolean;
  /** The database table of the documents, for kinds to which editors can add documents. */
  table?: ContentTable;
  /** The beginning of the ids of new documents, such as `venue-`. Without it, new documents have numbers as ids. */
  idPrefix?: string;
  /**
   * Whether editors can take a document off the site. A course, for example, is withdrawn by one of its fields instead.
   */
  mayRemove: boolean;
  /** The initial values of the editing form for a new document. */
  blank(files: Files): ContentBody;
  /** Fields of the content file that the editing form does not show. Saving the form leaves them unchanged. */
  hidden: readonly string[];
  /** The values of the hidden fields in a new document. */
  hiddenBlank?: Json;
  /**
   * Fields that cannot be changed after the first publication, such as a course code to which other documents refer.
   */
  fixed?: readonly string[];
  /**
   * Fields that are required in the editing form. In content files they are optional, because another field, such as
   * `date_in_days`, may replace them.
   */
  required: readonly string[];
  /** The sections of the editing form, if it has any. A field that is in no section comes last. */
  sections?: readonly Section[];
  texts?: FieldTexts;
  schemaOf(id: string): z.ZodType;
  list(files: Files): { id: string; entry: Json }[];
  find(files: Files, id: string): Found | undefined;
  /**
   * Adds or replaces a document in the parsed content files. If `entry` is null, removes the document, which is
   * possible only for kinds with `mayRemove`.
   */
  put(files: Files, id: string, entry: Json | null): void;
  titleOf(id: string, body: ContentBody): string;
  /** The path of the page that shows the document; null if there is none. */
  pageOf(id: string, body: ContentBody, files: Files): string | null;
  /** Whether a published document is hidden from the site by one of its own fields. */
  isWithdrawn?(body: ContentBody): boolean;
  /**
   * The day on which a document takes effect, `YYYY-MM-DD`; null if its field for that day is empty. Documents of kinds
   * without this function take effect when they are published.
   */
  effectiveDay?(body: ContentBody): string | null;
  /**
   * Whether students accept this document when they register. A changed version can then require that they accept it
   * again.
   */
  isAccepted?(id: string): boolean;
  choices(files: Files): Choices;
  /**
   * The highest ids that are or were in use, so that new items of a list get higher ones. `former`: the highest ids in
   * earlier content loads and in the history.
   */
  usedIds?(files: Files, former: UsedIds): UsedIds;
  /**
   * Whether the editor must give a reason for changing a field, because it affects money, seats or what students agree
   * to.
   */
  needsReason(change: ContentChange): boolean;
};

export const entriesOf = (files: Files, path: string) =>
  Array.isArray(files.get(path)) ? (files.get(path) as Json[]) : [];
export const filesIn = (files: Files, folder: string) =>
  [...files].filter(([path]) => path.startsWith(`${folder}/`)) as [string, Json][];
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

type Storage = Pick<KindRules, 'table' | 'mayAdd' | 'mayRemove' | 'list' | 'find' | 'put'>;

/** Reads and writes the documents of a kind that has a single file with a list of all its documents. */
export function entriesKind(path: string, table: ContentTable): Storage {
  return {
    ...{ mayAdd: true, mayRemove: true, table },
    list: (files) => entriesOf(files, path).map((entry) => ({ id: String(entry.id), entry })),
    find(files, id) {
      const index = entriesOf(files, path).findIndex((entry) => String(entry.id) === id);
      const entry = entriesOf(files, path)[index];
      return entry && { place: { file: path, index }, entry };
    },
    put(files, id, entry) {
      const entries = entriesOf(files, path);
      const index = entries.findIndex((one) => String(one.id) === id);
      if (entry && index === -1) files.set(path, [...entries, entry]);
      else if (entry) files.set(path, entries.with(index, entry));
      else files.set(path, entries.toSpliced(index, index === -1 ? 0 : 1));
    },
  };
}

/** Reads and writes the documents of a kind that has a file in `folder` for each document. */
export function folderKind(folder: string, table: ContentTable, nameOf: (entry: Json) => string): Storage {
  const find: KindRules['find'] = (files, id) => {
    const found = filesIn(files, folder).find(([, entry]) => String(entry.id) === id);
    return found && { place: { file: found[0], index: null }, entry: found[1] };
  };
  return {
    ...{ mayAdd: true, mayRemove: true, table },
    list: (files) => filesIn(files, folder).map(([, entry]) => ({ id: String(entry.id), entry })),
    find,
    put(files, id, entry) {
      const present = find(files, id)?.place.file;
      if (present && !entry) files.delete(present);
      if (!entry) return;
      const path = present ?? `${folder}/${nameOf(entry)}.json`;
      // Do not overwrite the file of another document that has the same name: add the id to the name of the new file.
      // The check of the content then reports values that must not occur in two documents, such as the course code.
      files.set(!present && files.has(path) ? `${folder}/${nameOf(entry)}-${id}.json` : path, entry);
    },
  };
}

type DocumentKey = keyof typeof documentFiles & keyof typeof documentSchemas;
type FixedDocument = { title: string; page: string | null };

/**
 * The rules for a fixed set of content documents with one file each. Editors can change them, but not add or remove
 * any.
 */
export function fixedKind(documents: Partial<Record<DocumentKey, FixedDocument>>): KindRules {
  const named = new Map(Object.entries(documents));
  const fileOf = (id: string) => documentFiles[id as DocumentKey];
  const find: KindRules['find'] = (files, id) => {
    const entry = named.has(id) ? files.get(fileOf(id)) : undefined;
    return entry ? { place: { file: fileOf(id), index: null }, entry: entry as Json } : undefined;
  };
  return {
    ...{ mayAdd: false, mayRemove: false, hidden: [], required: [] },
    blank: () => ({}),
    schemaOf: (id) => documentSchemas[id as DocumentKey],
    list: (files) =>
      [...named.keys()].flatMap((id) => (files.has(fileOf(id)) ? [{ id, entry: files.get(fileOf(id)) as Json }] : [])),
    find,
    put: (files, id, entry) => void files.set(fileOf(id), entry),
    titleOf: (id) => named.get(id)?.title ?? id,
    pageOf: (id) => named.get(id)?.page ?? null,
    choices: () => ({}),
    needsReason: () => false,
  };
}
