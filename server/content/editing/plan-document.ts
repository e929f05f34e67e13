import type { ContentBody, ContentFault, ContentField, DocumentName } from '../../../contract/staff/content.ts';
import type { Tx } from '../../db/schema.ts';
import { checkContentFiles } from '../check/check-content.ts';
import type { Files, Json } from '../export/exported-tables.ts';
import type { Content, ParsedContent } from '../files/content.ts';
import type { ContentFault as FileFault } from '../files/content-fault.ts';
import { sanitise } from '../html.ts';
import type { TableRows } from '../load/load-rows.ts';
import { type NamedCourse, planCatalogue } from '../load/plan-catalogue.ts';
import { planPages } from '../load/plan-pages.ts';
import { planPosts } from '../load/plan-posts.ts';
import type { ContentTable } from '../load/upsert-rows.ts';
import { mapHtml } from '../text-kinds.ts';
import { labelAt } from './compare-bodies.ts';
import { contentRules, toEntry } from './content-kinds.ts';
import { completeItems } from './form-fields.ts';
import type { KindRules } from './kinds/kind-rules.ts';
import { type CurrentContent, type OpenDocument, readUsedIds } from './read-document.ts';

/**
 * The result of checking a document. `tables`: the rows of each database table before and after the publication; null
 * if the document has faults.
 */
export type DocumentPlan = { faults: ContentFault[]; tables: { before: TableRows; after: TableRows }[] | null };

/** Returns the content of a document as it is stored: with sanitised HTML, and with ids for new list items. */
export async function tidyBody(
  tx: Tx,
  { id, body, open: { rules } }: Omit<DocumentName, 'kind'> & { body: ContentBody; open: OpenDocument },
  { files }: CurrentContent,
): Promise<ContentBody> {
  const usedIds = await readUsedIds(tx, rules, files);
  return mapHtml(completeItems(rules.schemaOf(id), body, usedIds) as ContentBody, sanitise);
}

async function check(contentDir: string, files: Files, pictures: readonly string[]) {
  const texts = new Map([...files].map(([path, file]) => [path, JSON.stringify(file)]));
  return checkContentFiles(contentDir, { texts, faults: [], hash: '' }, pictures);
}

/**
 * Uses empty lists in place of lists that could not be parsed, so that a fault in another content file does not prevent
 * a publication.
 */
function toContent({ documents, lists, joining = {}, calendar = {}, refunds = {}, ...rest }: ParsedContent): Content {
  const { notices = [], departments = [], packages = [], authors = [], 'booking-groups': groups = [] } = lists;
  return {
    ...rest,
    ...{ joining, calendar, refunds },
    documents: documents as Content['documents'],
    lists: { notices, departments, packages, authors, 'booking-groups': groups },
  };
}

/** Computes the database rows of all documents in `files` that could be parsed. */
function planAll(parsed: ParsedContent, files: Files, baseDay: string): TableRows[] {
  const content = toContent(parsed);
  const sound = new Set(content.courses.map(({ course }) => course.id));
  const courses = contentRules.courses.list(files).map(({ entry }) => entry as NamedCourse);
  const faulty = courses.filter(({ id }) => !sound.has(id));
  return [...planCatalogue(content, faulty), ...planPages(content, baseDay), ...planPosts(content, baseDay)];
}

type Place = NonNullable<ReturnType<KindRules['find']>>['place'];

const itemsOf = <Item = Json>(value: unknown) => (Array.isArray(value) ? (value as Item[]) : []);

/** Returns the documents in a file that contains a list of documents. */
const entriesIn = (files: Files, { file, list }: Pick<Place, 'file' | 'list'>) =>
  itemsOf(list ? (files.get(file) as Json | undefined)?.[list] : files.get(file));

/**
 * Describes a fault by the ids of documents instead of their places in a list: `[2]` becomes the id of the third
 * document. The description therefore stays the same when documents are added to the file or removed from it.
 */
const nameOf = (files: Files, { file, path, reason }: FileFault) =>
  `${file} ${path}: ${reason}`.replace(/(\S+\.json) (\w*)\[(\d+)\]/g, (_, of: string, list: string, index: string) => {
    const id = entriesIn(files, { file: of, list })[Number(index)]?.id;
    return `${of} ${list} ${id === undefined ? `[${index}]` : String(id)}`;
  });

/**
 * Whether a JSON path of a content file lies in the document at `place`, and not in another document of the same file.
 */
const isWithin = (path: string, { index, list = '' }: Place) => index === null || path.startsWith(`${list}[${index}]`);

/**
 * Converts a JSON path in a content file to the path of the same field in the editing form. For the document at index
 * 2, `[2].sections[0].title` becomes `sections.0.title`.
 */
function toFormPath(path: string, { index, list = '' }: Place): string {
  const within = index === null ? path : path.replace(`${list}[${index}]`, '');
  return within.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
}

/**
 * Returns a copy of `files` without the documents that have these `ids` and are in the same list as the document at
 * `place`.
 */
function without(files: Files, place: Place, ids: readonly unknown[]): Files {
  const { file, list } = place;
  const rest = entriesIn(files, place).filter(({ id }) => !ids.includes(id));
  return new Map(files).set(file, list === undefined ? rest : { ...(files.get(file) as Json), [list]: rest });
}

/**
 * Finds the title of the document to which a JSON path in a content file leads: `[2].course_codes[0]` leads to the
 * third document of the file. If the path leads to no document, returns the file's name without `.json`.
 */
function titleAt(files: Files, file: string, path: string): string {
  const [, list = '', entry] = /^(\w*)\[(\d+)\]/.exec(path) ?? [];
  for (const rules of Object.values(contentRules))
    for (const { id, entry: body } of rules.list(files)) {
      const place = rules.find(files, id)?.place;
      const isEntry = place?.index === Number(entry) && (place.list ?? '') === list;
      if (place?.file === file && (place.index === null || isEntry)) return rules.titleOf(id, body);
    }
  return file.replace(/\.json$/, '');
}

/**
 * Keeps only the first fault of each field. In the texts of the faults, replaces field names by their labels in the
 * editing form: `total_fee` becomes “Fee”.
 */
function tidyFaults(faults: readonly ContentFault[], fields: readonly ContentField[]): ContentFault[] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const paths = faults.map(({ path }) => path);
  return faults
    .filter(({ path }, index) => path === '' || paths.indexOf(path) === index)
    .map(({ reason, ...fault }) => ({
      ...fault,
      reason: reason
        .replace(/, or \w+_in_days$/, '')
        .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => (labels.has(name) ? `“${labels.get(name)}”` : name)),
    }));
}

/**
 * Checks the content files before and after a change of the document at `former`. One faulty document can keep its
 * whole file from being parsed. So that editors can nevertheless correct one faulty document after the other, the
 * checks leave some documents out:
 * - If this document was one of the faulty ones, the check before the change leaves it out.
 * - If the file cannot be parsed after the change either, both checks also leave out the other faulty documents of the
 *   file.
 * `changed`: the files that were checked after the change. `known`: the names (`nameOf`) of the faults that the content
 * had before.
 */
async function checkChange(
  contentDir: string,
  former: Place | undefined,
  { before, after }: Record<'before' | 'after', Files>,
  pictures: readonly string[],
) {
  const checked = {
    before: await check(contentDir, before, pictures),
    after: await check(contentDir, after, pictures),
  };
  const known = new Set(checked.before.faults.map((fault) => nameOf(before, fault)));
  const whole = { ...checked, changed: after, known };
  if (!former || former.index === null || !checked.before.parsed.brokenFiles.has(former.file)) return whole;
  const isFaulty = (index: number) =>
    checked.before.faults.some(({ file, path }) => file === former.file && isWithin(path, { ...former, index }));
  if (!isFaulty(former.index)) return whole;
  const entries = entriesIn(before, former);
  const isStillBroken = checked.after.parsed.brokenFiles.has(former.file);
  const others = entries.filter((_, index) => isStillBroken && index !== former.index && isFaulty(index));
  const otherIds = others.map(({ id }) => id);
  const changed = without(after, former, otherIds);
  const sound = without(before, former, [...otherIds, entries[former.index]?.id]);
  const checkedSound = await check(contentDir, sound, pictures);
  return {
    ...{ before: checkedSound, after: await check(contentDir, changed, pictures), changed },
    known: new Set([...known, ...checkedSound.faults.map((fault) => nameOf(sound, fault))]),
  };
}

/**
 * For each table, the keys of the database rows that are removed when a document changes from `former` to `next`. The
 * keys are read from `former` itself, because `former` may be faulty: `planAll` computes no rows for a document that
 * could not be parsed.
 */
function listRemovedKeys(
  files: Files,
  { table }: KindRules,
  former: Json | undefined,
  next: Json | null,
): Partial<Record<ContentTable, Json[]>> {
  if (!former) return {};
  const discounts = itemsOf(next?.discounts).map(({ id }) => id);
  const codes = itemsOf<unknown>(next?.course_codes);
  const isRemoved = (code: unknown) => itemsOf<unknown>(former.course_codes).includes(code) && !codes.includes(code);
  const courses = table === 'packages' ? contentRules.courses.list(files).map(({ entry }) => entry) : [];
  return {
    discounts: itemsOf(former.discounts).flatMap(({ id }) => (discounts.includes(id) ? [] : [{ id }])),
    package_courses: courses
      .filter(({ course_code }) => isRemoved(course_code))
      .map((course) => ({ package_id: former.id, course_id: course.id })),
    ...(table && next === null ? { [table]: [{ id: former.id }] } : {}),
  };
}

/**
 * Checks a document by the rules of the content folder, and plans the database rows that its publication changes. If
 * `body` is null, the document is taken off the site.
 *
 * Faults that the content had before are not reported and do not prevent the publication. Exception: the document's
 * file cannot be parsed after the change, even when `checkChange` has left out other faulty documents of the file. Then
 * all faults found in the file are reported, and nothing is planned.
 */
export async function planDocument(
  contentDir: string,
  { id, body, open }: Omit<DocumentName, 'kind'> & { body: ContentBody | null; open: OpenDocument },
  { files, baseDay, pictures }: CurrentContent,
): Promise<DocumentPlan> {
  const { rules, fields } = open;
  const next = new Map(files);
  const former = rules.find(files, id);
  const entry = body && toEntry(rules, id, body, former?.entry);
  rules.put(next, id, entry);
  const change = { before: files, after: next };
  const { changed, known, before, after } = await checkChange(contentDir, former?.place, change, pictures);
  const place = rules.find(changed, id)?.place;
  const own = (place ?? former?.place)?.file ?? '';
  const isBroken = after.parsed.brokenFiles.has(own);
  const found = after.faults
    .filter((fault) => !known.has(nameOf(changed, fault)) || (isBroken && fault.file === own))
    .map(({ file, path: filePath, reason }): ContentFault => {
      if (file !== place?.file || !isWithin(filePath, place))
        return { path: '', label: `${titleAt(changed, file, filePath)}:`, reason };
      const path = toFormPath(`${place.field ?? ''}${filePath}`, place);
      return { path, label: labelAt(fields, path), reason };
    })
    // Ignore faults about the dates of batches. Batches keep their dates when the length of the course changes.
    .filter(({ path }) => !path.startsWith('batches.') || isBroken);
  if (found.length > 0) return { faults: tidyFaults(found, fields), tables: null };
  const planned = planAll(after.parsed, changed, baseDay);
  const removed = listRemovedKeys(files, rules, former?.entry, entry);
  const tables = planAll(before.parsed, files, baseDay).flatMap((one, index) => {
    const following = planned[index];
    // Of two rows with the same key, the last one is used. So put the rows in `removed`, which have only a key, before
    // the complete rows. A venue that is taken off the site, for example, has a row of each kind.
    const rows = [...(removed[one.table] ?? []), ...one.rows];
    return following ? [{ before: { ...one, rows }, after: following }] : [];
  });
  return { faults: [], tables };
}
