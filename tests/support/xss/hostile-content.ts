import { join } from 'node:path';
import type { ZodType } from 'zod';
import { checkContentFiles } from '../../../server/content/check/check-content.ts';
import type { Content } from '../../../server/content/files/content.ts';
import { readContentFiles } from '../../../server/content/files/content-files.ts';
import { documentSchemas, listSchemas } from '../../../server/content/files/content-schema.ts';
import { courseFileSchema } from '../../../server/content/files/course-file.ts';
import { joiningFileSchema } from '../../../server/content/files/joining-file.ts';
import { postFileSchema } from '../../../server/content/files/post-file.ts';
import { sanitise } from '../../../server/content/html.ts';
import { loadRows } from '../../../server/content/load/load-rows.ts';
import { planCatalogue } from '../../../server/content/load/plan-catalogue.ts';
import { planPages } from '../../../server/content/load/plan-pages.ts';
import { planPosts } from '../../../server/content/load/plan-posts.ts';
import { mapHtml, textKindOf } from '../../../server/content/text-kinds.ts';
import { openConfiguredDatabase } from '../../../server/db/open.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';

const academy = join(import.meta.dirname, '../../../content');
/**
 * Content fields that identify a record or refer to another one. They get no payload, because without their values some
 * pages would not exist.
 */
const references = /^(slug|meta_text|course_codes?|author|from|to|product)$/;
/** Characters that PostgreSQL cannot store in a text: NUL and lone surrogates. */
const unstorable = /\0|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/g;

/**
 * Returns the payloads for one content field, the field with the number `field`, counted from 0. The field gets all of
 * them joined if its schema accepts that, otherwise the first one that the schema accepts.
 */
export type PiecesFor = (field: number) => readonly string[];

type Planter = { piecesFor: PiecesFor; count: number };
type Holder = Record<string | number, unknown>;

function plantField(holder: Holder, key: string | number, name: string, isValid: () => boolean, planter: Planter) {
  const before = holder[key];
  const pieces = planter.piecesFor(planter.count).map((piece) => piece.replace(unstorable, ''));
  // Sanitise each payload on its own, because an unclosed element in one payload would swallow the payloads after it.
  const whole = textKindOf(name) === 'html' ? pieces.map(sanitise).join('<br />') : pieces.join(' ');
  for (const text of [whole, ...pieces]) {
    holder[key] = text;
    if (!isValid()) continue;
    planter.count += 1;
    return;
  }
  holder[key] = before;
}

function plantAll(value: unknown, name: string, isValid: () => boolean, planter: Planter): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Holder;
  for (const key of Object.keys(holder)) {
    const field = Array.isArray(value) ? name : key;
    if (references.test(field)) continue;
    if (typeof holder[key] === 'string') plantField(holder, key, field, isValid, planter);
    else plantAll(holder[key], field, isValid, planter);
  }
}

/** Returns a copy of the value with payloads in every text field whose schema accepts them. */
function planted<T>(value: T, schema: ZodType, planter: Planter): T {
  const copy = structuredClone(value);
  plantAll(copy, '', () => schema.safeParse(copy).success, planter);
  return copy;
}

function plantEach<Parts extends object>(parts: Parts, schemas: Record<keyof Parts, ZodType>, planter: Planter): Parts {
  const names = Object.keys(parts) as Array<keyof Parts>;
  return Object.fromEntries(names.map((name) => [name, planted(parts[name], schemas[name], planter)])) as Parts;
}

function plant({ documents, lists, courses, posts, students, joining, ...rest }: Content, planter: Planter): Content {
  return {
    documents: plantEach(documents, documentSchemas, planter),
    lists: plantEach(lists, listSchemas, planter),
    courses: courses.map(({ file, course }) => ({ file, course: planted(course, courseFileSchema, planter) })),
    posts: posts.map(({ file, post }) => ({ file, post: planted(post, postFileSchema, planter) })),
    students,
    joining: planted(joining, joiningFileSchema, planter),
    ...rest,
  };
}

/**
 * Opens the database of a site that runs on `dataDir`, to load content without the content check, which would reject
 * it. Then only the sanitiser and the pages themselves can stop a payload.
 */
export async function openHostileContent(dataDir: string) {
  const { content } = await checkContentFiles(academy, await readContentFiles(academy));
  if (!content) throw new Error('The academy’s own content is not valid');
  const { db, stop } = await openConfiguredDatabase({ dataDir, mayShare: true });
  const { base_day: today } = await db.selectFrom('content_loads').select('base_day').executeTakeFirstOrThrow();
  return {
    /**
     * Writes the academy's content with payloads in its fields to the database, and returns the number of fields that
     * have a payload.
     */
    async write(piecesFor: PiecesFor): Promise<number> {
      const planter = { piecesFor, count: 0 };
      const hostile = mapHtml(plant(content, planter), sanitise);
      await inTransaction(db, async (tx) => {
        const load = { tx, overwritesStaff: true, changes: [], faults: [] };
        const plans = [...planCatalogue(hostile), ...planPages(hostile, today), ...planPosts(hostile, today)];
        for (const table of plans) await loadRows(load, table);
      });
      return planter.count;
    },
    close: stop,
  };
}
