import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { type CmsPage, type CmsPageName, cmsPageSchema } from '../../contract/cms.ts';
import {
  brandSchema,
  type Footer,
  footerSchema,
  type Header,
  homeBlocks,
  homeSchema,
  menuItemSchema,
  type Notice,
} from '../../contract/content.ts';
import { coursesOnHomeCard } from '../../contract/limits.ts';
import {
  type AntiRagging,
  antiRaggingSchema,
  type GrievancePage,
  grievancePageSchema,
  inOrder,
  type Policy,
  type PolicyItem,
  type PolicyVersionName,
  policySchema,
  policyTextSchema,
} from '../../contract/policies.ts';
import { type Redirect, redirectSchema } from '../../contract/redirects.ts';
import type { Database } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';

const storedHeaderSchema = z.object({ items: z.array(menuItemSchema) });
/**
 * The schema of the home page as it is stored in `cms_documents`: without the notices and without the courses of its
 * cards, which are rows of other tables.
 */
const storedHomeSchema = homeSchema
  .pick({ hero: true })
  .extend({ cards: z.array(homeSchema.shape.cards.element.omit({ courses: true })), ...homeBlocks });
type StoredHome = z.infer<typeof storedHomeSchema>;

async function readDocument(db: Kysely<Database>, key: string): Promise<unknown> {
  const row = await db.selectFrom('cms_documents').select('body').where('key', '=', key).executeTakeFirst();
  if (!row) throw notFound();
  return row.body;
}

/**
 * The content of the header: the academy's details and all menu items. @throws Refusal 404 while no content is loaded
 */
export async function readHeader(db: Kysely<Database>): Promise<Header> {
  const [brand, header] = await Promise.all([readDocument(db, 'brand'), readDocument(db, 'header')]);
  return { brand: brandSchema.parse(brand), items: storedHeaderSchema.parse(header).items };
}

/** The content of the footer. @throws Refusal 404 while no content is loaded */
export async function readFooter(db: Kysely<Database>): Promise<Footer> {
  return footerSchema.parse(await readDocument(db, 'footer'));
}

/** The stored content of the home page. @throws Refusal 404 while no content is loaded */
export async function readHome(db: Kysely<Database>): Promise<StoredHome> {
  return storedHomeSchema.parse(await readDocument(db, 'home'));
}

/** The content of a CMS page. @throws Refusal 404 while no content is loaded */
export async function readCmsPage(db: Kysely<Database>, name: CmsPageName): Promise<CmsPage> {
  return cmsPageSchema.parse(await readDocument(db, name));
}

type PolicyName = 'terms' | 'refund-policy' | 'privacy-policy';

function sortItems(items: readonly PolicyItem[]): PolicyItem[] {
  return inOrder(items).map((item) =>
    item.type === 'subsection'
      ? { ...item, data: { ...item.data, contentItems: inOrder(item.data.contentItems) } }
      : item,
  );
}

/** A policy, with the items of each section sorted. @throws Refusal 404 while no content is loaded */
export async function readPolicy(db: Kysely<Database>, name: PolicyName): Promise<Policy> {
  const policy = policySchema.parse(await readDocument(db, name));
  const sections = policy.sections.map((section) => ({ ...section, contentItems: sortItems(section.contentItems) }));
  return { ...policy, sections };
}

/**
 * A version of a policy or of the booking terms, and the time since which it has been in force.
 * @throws Refusal 404 for an unknown version
 */
export async function readPolicyVersion(db: Kysely<Database>, { policy, version }: PolicyVersionName) {
  const row = await db
    .selectFrom('policy_versions')
    .select(['body', 'in_force_since'])
    .where('document', '=', policy)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { in_force_since: row.in_force_since.toISOString(), text: policyTextSchema.parse(row.body) };
}

/** The content of the anti-ragging page. @throws Refusal 404 while no content is loaded */
export async function readAntiRagging(db: Kysely<Database>): Promise<AntiRagging> {
  return antiRaggingSchema.parse(await readDocument(db, 'anti-ragging'));
}

/** The content of the grievance page. @throws Refusal 404 while no content is loaded */
export async function readGrievancePage(db: Kysely<Database>): Promise<GrievancePage> {
  return grievancePageSchema.parse(await readDocument(db, 'grievance'));
}

/** The redirects from paths of the old site to paths of this site. @throws Refusal 404 while no content is loaded */
export async function readRedirects(db: Kysely<Database>): Promise<Redirect[]> {
  return z.array(redirectSchema).parse(await readDocument(db, 'redirects'));
}

/** The notices that have not expired on `today`, a date in the academy's time zone, sorted by position. */
export async function readNotices(db: Kysely<Database>, today: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['id', 'title', 'content', 'date', 'expiry_date as expiryDate', 'position as order'])
    .where('expiry_date', '>=', today)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows;
}

/** The ids of the first active courses of each category, by the category's id, for the cards of the home page. */
export async function readCardCourses(
  db: Kysely<Database>,
  categoryIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ category_id: number; course_ids: number[] }>`
    select wanted.category_id, array(select c.id from courses c
      where c.category_id = wanted.category_id and c.is_active
      order by c.position, c.id limit ${coursesOnHomeCard}) as course_ids
    from unnest(${categoryIds}::integer[]) as wanted (category_id)`.execute(db);
  return new Map(rows.map((row) => [row.category_id, row.course_ids]));
}
