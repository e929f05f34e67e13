import type { ContentBody, ContentFault, ContentField, DocumentName } from '../../../contract/staff/content.ts';
import { checkContentFiles } from '../check/check-content.ts';
import type { Files } from '../export/exported-tables.ts';
import type { Content, ParsedContent } from '../files/content.ts';
import type { ContentFault as FileFault } from '../files/content-fault.ts';
import { sanitise } from '../html.ts';
import type { TableRows } from '../load/load-rows.ts';
import { planCatalogue } from '../load/plan-catalogue.ts';
import { planPages } from '../load/plan-pages.ts';
import { planPosts } from '../load/plan-posts.ts';
import { mapHtml } from '../text-kinds.ts';
import { labelAt } from './compare-bodies.ts';
import { contentRules, toEntry } from './content-kinds.ts';
import { completeItems } from './form-fields.ts';
import type { CurrentContent, OpenDocument } from './read-document.ts';

/**
 * The result of checking a document. `tables`: the rows of each table before and after the publication; null if the
 * document has faults.
 */
export type DocumentPlan = { faults: ContentFault[]; tables: { before: TableRows; after: TableRows }[] | null };

/** Returns the content of a document as it is stored: with sanitised HTML, and with ids for new list items. */
export function tidyBody({ rules, usedIds }: OpenDocument, id: string, body: ContentBody): ContentBody {
  return mapHtml(completeItems(rules.schemaOf(id), body, usedIds) as ContentBody, sanitise);
}

async function check(contentDir: string, files: Files, pictures: readonly string[]) {
  const texts = new Map([...files].map(([path, file]) => [path, JSON.stringify(file)]));
  return checkContentFiles(contentDir, { texts, faults: [], hash: '' }, pictures);
}

/**
 * Replaces lists that could not be parsed by empty ones, so that a fault in another file does not prevent a
 * publication.
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

function planAll(parsed: ParsedContent, baseDay: string): TableRows[] {
  const content = toContent(parsed);
  return [...planCatalogue(content), ...planPages(content, baseDay), planPosts(content, baseDay)];
}

const nameOf = ({ file, path, reason }: FileFault) => `${file}\0${path}\0${reason}`;

type Place = NonNullable<ReturnType<OpenDocument['rules']['find']>>['place'];

/**
 * Whether a JSON path of a content file lies in the document at `place`, and not in another document of the same file.
 */
const isWithin = (path: string, { index, list = '' }: Place) => index === null || path.startsWith(`${list}[${index}]`);

/**
 * Converts a JSON path of a content file to the path in the form: `[2].sections[0].title` becomes `sections.0.title`.
 */
function toFormPath(path: string, { index, list = '' }: Place): string {
  const within = index === null ? path : path.replace(`${list}[${index}]`, '');
  return within.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
}

/**
 * Finds the title of the document in which a JSON path of a content file lies: `[2].course_codes[0]` lies in the third
 * document of the file. If the path lies in no document, returns the file's name without `.json`.
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
 * form: `total_fee` becomes “Fee”.
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
 * Checks a document by the rules of the content folder, and plans the database rows that its publication changes.
 * Faults that the content had before are not reported. There is one exception: as long as the file of the document
 * cannot be parsed, all its faults are reported, because the file cannot be published. If `body` is null, the document
 * is taken off the site.
 */
export async function planDocument(
  contentDir: string,
  { id, body, open }: Omit<DocumentName, 'kind'> & { body: ContentBody | null; open: OpenDocument },
  { files, baseDay, pictures }: CurrentContent,
): Promise<DocumentPlan> {
  const { rules, fields } = open;
  const changed = new Map(files);
  rules.put(changed, id, body && toEntry(rules, id, body, rules.find(files, id)?.entry));
  const place = rules.find(changed, id)?.place;
  const [before, after] = [await check(contentDir, files, pictures), await check(contentDir, changed, pictures)];
  const own = (place ?? rules.find(files, id)?.place)?.file ?? '';
  const isBroken = after.parsed.brokenFiles.has(own);
  const known = new Set(before.faults.map(nameOf));
  const found = after.faults
    .filter((fault) => !known.has(nameOf(fault)) || (isBroken && fault.file === own))
    .map(({ file, path: filePath, reason }): ContentFault => {
      if (file !== place?.file || !isWithin(filePath, place))
        return { path: '', label: `${titleAt(changed, file, filePath)}:`, reason };
      const path = toFormPath(`${place.field ?? ''}${filePath}`, place);
      return { path, label: labelAt(fields, path), reason };
    })
    // Ignore faults about the dates of batches. Batches keep their dates when the length of the course changes.
    .filter(({ path }) => !path.startsWith('batches.') || isBroken);
  if (found.length > 0) return { faults: tidyFaults(found, fields), tables: null };
  const planned = planAll(after.parsed, baseDay);
  const tables = planAll(before.parsed, baseDay).flatMap((one, index) => {
    const next = planned[index];
    return next ? [{ before: one, after: next }] : [];
  });
  return { faults: [], tables };
}
