import { join } from 'node:path';
import type { ZodType } from 'zod';
import type { Content } from '../../../server/content/content.ts';
import { judgeContent } from '../../../server/content/content-check.ts';
import { readContentFiles } from '../../../server/content/content-files.ts';
import { documentSchemas, listSchemas } from '../../../server/content/content-schema.ts';
import { courseFileSchema } from '../../../server/content/course-file.ts';
import { sanitise } from '../../../server/content/html.ts';
import { loadCatalogue } from '../../../server/content/load-catalogue.ts';
import { loadPages } from '../../../server/content/load-pages.ts';
import { loadPosts } from '../../../server/content/load-posts.ts';
import { postFileSchema } from '../../../server/content/post-file.ts';
import { mapHtml, textKindOf } from '../../../server/content/text-kinds.ts';
import { openConfiguredDatabase } from '../../../server/db/open.ts';
import { inTransaction } from '../../../server/db/transaction.ts';

const academy = join(import.meta.dirname, '../../../content');
/** Fields that say which thing another one means: without them there would be no page to look at. */
const references = /^(slug|meta_text|course_codes?|author|from|to|product)$/;
/** What PostgreSQL holds no text with. */
const unstorable = /\0|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/g;

/** What goes into the nth field: all of it, where the field's own rules allow that, else one that they allow. */
export type PiecesFor = (field: number) => readonly string[];

type Planter = { piecesFor: PiecesFor; count: number };
type Holder = Record<string | number, unknown>;

function plantField(holder: Holder, key: string | number, name: string, isValid: () => boolean, planter: Planter) {
  const before = holder[key];
  const pieces = planter.piecesFor(planter.count).map((piece) => piece.replace(unstorable, ''));
  // Each by itself: one that is never closed would take the next ones along.
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

/** The value with a text of the planter's in every field that may hold one. */
function planted<T>(value: T, schema: ZodType, planter: Planter): T {
  const copy = structuredClone(value);
  plantAll(copy, '', () => schema.safeParse(copy).success, planter);
  return copy;
}

function plantEach<Parts extends object>(parts: Parts, schemas: Record<keyof Parts, ZodType>, planter: Planter): Parts {
  const names = Object.keys(parts) as Array<keyof Parts>;
  return Object.fromEntries(names.map((name) => [name, planted(parts[name], schemas[name], planter)])) as Parts;
}

function plant({ documents, lists, courses, posts, students }: Content, planter: Planter): Content {
  return {
    documents: plantEach(documents, documentSchemas, planter),
    lists: plantEach(lists, listSchemas, planter),
    courses: courses.map(({ file, course }) => ({ file, course: planted(course, courseFileSchema, planter) })),
    posts: posts.map(({ file, post }) => ({ file, post: planted(post, postFileSchema, planter) })),
    students,
  };
}

/**
 * Content that the check of a folder would refuse, laid into the database of a site that runs on `dataDir` by the same
 * steps as a folder that was accepted: what is left of the defence is the sanitiser and the pages themselves.
 */
export async function openHostileContent(dataDir: string) {
  const { content } = await judgeContent(academy, await readContentFiles(academy));
  if (!content) throw new Error('The academy’s own content is not valid');
  const { db, stop } = await openConfiguredDatabase({ dataDir, mayShare: true });
  const { base_day: today } = await db.selectFrom('content_loads').select('base_day').executeTakeFirstOrThrow();
  return {
    /** Answers into how many fields it wrote. */
    async write(piecesFor: PiecesFor): Promise<number> {
      const planter = { piecesFor, count: 0 };
      const hostile = mapHtml(plant(content, planter), sanitise);
      await inTransaction(db, async (transaction) => {
        await loadCatalogue(transaction, hostile);
        await loadPages(transaction, hostile, today);
        await loadPosts(transaction, hostile, today);
      });
      return planter.count;
    },
    close: stop,
  };
}
