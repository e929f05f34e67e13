import type { ContentBody, ContentField, DocumentName } from '../../../contract/staff/content.ts';
import type { Tx } from '../../db/schema.ts';
import { readCurrentFiles } from '../export/current-files.ts';
import type { Files } from '../export/exported-tables.ts';
import { highestLoadedId } from '../load/content-rows.repo.ts';
import { listPicturePaths } from '../pictures/content-picture.repo.ts';
import { hashBody } from './compare-bodies.ts';
import { contentRules, lockedFields, toBody } from './content-kinds.ts';
import { highestFormerDiscount } from './draft.repo.ts';
import { arrangeFields, describeFields, type UsedIds } from './form-fields.ts';
import type { KindRules } from './kinds/kind-rules.ts';

/**
 * The current content. `baseDay`: the day of the first content load, from which numbers of days in content files are
 * counted. `pictures`: the URL paths of uploaded pictures.
 */
export type CurrentContent = { files: Files; baseDay: string; pictures: readonly string[] };

export async function readCurrentContent(tx: Tx): Promise<CurrentContent> {
  const load = tx.selectFrom('content_loads').select('base_day').orderBy('id', 'desc').limit(1);
  const [{ files }, last] = [await readCurrentFiles(tx), await load.executeTakeFirst()];
  return {
    files,
    baseDay: last?.base_day ?? '1970-01-01',
    pictures: await listPicturePaths(tx),
  };
}

/**
 * Returns the highest ids that were ever used for the list items of documents, so that new items get unused ids. Reads
 * the whole history of courses and packages, so call it only where a draft is checked, previewed or published.
 */
export async function readUsedIds(tx: Tx, { usedIds }: KindRules, files: Files): Promise<UsedIds> {
  if (!usedIds) return {};
  const discounts = Math.max(await highestLoadedId(tx, 'discounts'), await highestFormerDiscount(tx));
  return usedIds(files, { discounts });
}

/** A document that is opened for editing: its published version, the rules of its kind and the fields of its form. */
export type OpenDocument = {
  rules: KindRules;
  fields: ContentField[];
  /** The published content; null if the document is not published. */
  published: ContentBody | null;
  publishedHash: string | null;
  /** The published values of the fields that cannot be changed after the first publication. */
  fixed: ContentBody;
};

/** Opens an existing or new document for editing. Returns undefined if no document of this kind can have this id. */
export function openDocument(
  { kind, id }: DocumentName,
  { files, baseDay }: Pick<CurrentContent, 'files' | 'baseDay'>,
): OpenDocument | undefined {
  const rules = contentRules[kind];
  const found = rules.find(files, id);
  const canBeNew = rules.mayAdd && (rules.idPrefix !== undefined || /^\d{1,9}$/.test(id));
  if (!found && !canBeNew) return undefined;
  const published = found ? toBody(rules, found.entry, baseDay) : null;
  const hidden = found ? lockedFields(rules) : rules.hidden;
  const fields = describeFields(rules.schemaOf(id), { ...rules, hidden, choices: rules.choices(files) });
  return {
    ...{ rules, published, publishedHash: hashBody(published) },
    fixed: Object.fromEntries(Object.entries(found?.entry ?? {}).filter(([name]) => rules.fixed?.includes(name))),
    fields: arrangeFields(fields, rules.sections),
  };
}
