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
 * counted. `pictures`: the URL paths of uploaded pictures. `formerIds`: the highest ids that the last content load or
 * the history of the documents has recorded.
 */
export type CurrentContent = { files: Files; baseDay: string; pictures: readonly string[]; formerIds: UsedIds };

export async function readCurrentContent(tx: Tx): Promise<CurrentContent> {
  const load = tx.selectFrom('content_loads').select('base_day').orderBy('id', 'desc').limit(1);
  const [{ files }, last] = [await readCurrentFiles(tx), await load.executeTakeFirst()];
  const discounts = Math.max(await highestLoadedId(tx, 'discounts'), await highestFormerDiscount(tx));
  return {
    files,
    baseDay: last?.base_day ?? '1970-01-01',
    pictures: await listPicturePaths(tx),
    formerIds: { discounts },
  };
}

/** A document that is opened for editing: its published version, the rules of its kind and the fields of its form. */
export type OpenDocument = {
  rules: KindRules;
  fields: ContentField[];
  /** The published content; null if the document is not published. */
  published: ContentBody | null;
  publishedHash: string | null;
  usedIds: UsedIds;
};

/** Opens an existing or new document for editing. Returns undefined if no document of this kind can have this id. */
export function openDocument(
  { kind, id }: DocumentName,
  { files, baseDay, formerIds = {} }: Pick<CurrentContent, 'files' | 'baseDay'> & Partial<CurrentContent>,
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
    fields: arrangeFields(fields, rules.sections),
    usedIds: rules.usedIds?.(files, formerIds) ?? {},
  };
}
