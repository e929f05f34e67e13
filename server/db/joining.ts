import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { courseDetailSchema } from '../../contract/course.ts';
import type { DocumentCategory } from '../../contract/documents.ts';
import type { Joining } from '../../contract/joining.ts';
import type { RequiredDocument } from '../../contract/staff/students.ts';

/**
 * A document of a student. `last_day` is the last day on which the document is valid, and `shown_day` is the same day
 * as text, such as `3 Feb 2027`. Both are null if the document does not expire.
 */
type OwnDocument = {
  name: string;
  category: DocumentCategory;
  state: 'waiting' | 'verified' | 'rejected';
  last_day: string | null;
  shown_day: string | null;
};

/** The data from which joining instructions of a booked course are made. `end_date` is the last day of the batch. */
export type JoiningSource = {
  detail: unknown;
  academy_address: string | null;
  own_documents: OwnDocument[] | null;
  end_date: string;
};

/** SQL for the academy's postal address. */
export const academyAddressSql = sql<string | null>`(select body ->> 'address' from cms_documents where key = 'brand')`;

/** SQL for all documents of a student; there are at most `mostDocuments`. `studentId` is an SQL expression. */
export const ownDocumentsSql = (studentId: RawBuilder<unknown>) => sql<OwnDocument[] | null>`(
  select jsonb_agg(jsonb_build_object('name', d.name, 'category', d.category, 'state', d.state,
    'last_day', d.expires_on, 'shown_day', to_char(d.expires_on, 'FMDD Mon YYYY')))
  from student_documents d where d.student_id = ${studentId})`;

const detailShape = courseDetailSchema.shape;

/**
 * The course details from which joining instructions are made. An invalid detail is left out, so that it breaks neither
 * My Courses nor an email. `words` (from `joining.json`): a student's document counts as the required document if its
 * name contains one of them and it is not financial.
 */
const detailSchema = z
  .object({
    reporting_time: detailShape.reporting_time.catch(undefined),
    dress_code: detailShape.dress_code.catch(undefined),
    what_to_bring: detailShape.what_to_bring.catch(undefined),
    settings: detailShape.settings.catch(undefined),
    e_learning: detailShape.e_learning.catch(undefined),
    e_learning_hours: detailShape.e_learning_hours.catch(undefined),
    requiredDocuments: z
      .array(z.object({ name: z.string(), words: z.array(z.string()).optional() }))
      .optional()
      .catch(undefined),
  })
  .catch({});

/**
 * SQL that selects only the details in `detailSchema`, because the complete details of a course are long. `detail` is
 * an SQL expression.
 */
export const joiningDetailSql = (detail: RawBuilder<unknown>) => {
  const names = ['reporting_time', 'dress_code', 'what_to_bring', 'settings', 'e_learning', 'e_learning_hours'];
  const pairs = [...names, 'requiredDocuments'].map((name) => sql`${sql.lit(name)}, ${detail} -> ${sql.lit(name)}`);
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)}))`;
};

/**
 * SQL for the details of a course. If the booked batch has a venue, its address and details replace those of the
 * course, and the map, directions and accommodation of the course are left out. These stay if the venue can hold one
 * batch at a time, because such a venue, for example a simulator, is inside the building that the course names.
 * `detail` and `batchId` are SQL expressions.
 */
export const detailAtVenueSql = (detail: RawBuilder<unknown>, batchId: RawBuilder<unknown>) => sql`coalesce((
  select ${detail} || jsonb_build_object('settings', case when v.is_exclusive then coalesce(${detail} -> 'settings', '{}')
    else coalesce(${detail} -> 'settings', '{}') - array['location_map_link', 'logistics', 'accommodation'] end
    || jsonb_build_object('venue', v.address) || v.detail)
  from batches at_venue join venues v on v.id = at_venue.venue_id where at_venue.id = ${batchId}), ${detail})`;

type Requirement = { name: string; words?: string[] | undefined };
type CheckedDocument = RequiredDocument & { shown_day: string | null };
type DocumentSource = Pick<JoiningSource, 'own_documents' | 'end_date'>;

const lastDayOf = ({ last_day = null, shown_day = null }: Partial<OwnDocument> = {}) => ({
  expires_on: last_day,
  shown_day,
});

/**
 * Looks for each required document among the student's documents, by its `words`. A required document without `words`
 * is left out, because it cannot be recognised. Financial documents count for none: the receipt of a diploma's fee names
 * the diploma too, but proves only the payment.
 */
function checkDocuments(required: readonly Requirement[], source: DocumentSource): CheckedDocument[] {
  return required.flatMap(({ name, words = [] }) => {
    if (words.length === 0) return [];
    const found = (source.own_documents ?? []).filter(
      (own) =>
        own.category !== 'financial' && words.some((word) => own.name.toLowerCase().includes(word.toLowerCase())),
    );
    const accepted = found.filter(({ state }) => state !== 'rejected');
    const valid = accepted.filter(({ last_day }) => last_day === null || last_day >= source.end_date);
    const verified = valid.find(({ state }) => state === 'verified');
    if (verified) return { name, state: 'verified', ...lastDayOf(verified) };
    if (valid[0]) return { name, state: 'waiting', ...lastDayOf(valid[0]) };
    const latest = accepted.toSorted((a, b) => (b.last_day ?? '').localeCompare(a.last_day ?? ''))[0];
    if (latest) return { name, state: 'expired', ...lastDayOf(latest) };
    return { name, state: found.length > 0 ? 'rejected' : 'missing', ...lastDayOf() };
  });
}

const isMissing = ({ state }: CheckedDocument) => state !== 'verified' && state !== 'waiting';

/**
 * The names of the required documents that the student lacks: not stored, expired before the batch ends, or rejected by
 * staff.
 */
const missingOf = (required: readonly Requirement[], source: DocumentSource): string[] =>
  checkDocuments(required, source)
    .filter(isMissing)
    .map(({ name, state, shown_day }) => {
      if (state === 'expired') return `${name} (yours is valid until ${shown_day})`;
      return state === 'rejected' ? `${name} (yours was not accepted)` : name;
    });

const checkDocumentsOf = (detail: unknown, source: DocumentSource) =>
  checkDocuments(detailSchema.parse(detail).requiredDocuments ?? [], source);

/**
 * The documents that a booked course requires, each with the state of the student's matching document. A document
 * matches if it is not financial and its name contains one of the `words` of the required document. Required documents
 * without `words` are left out.
 */
export const listRequiredDocuments = (detail: unknown, source: DocumentSource): RequiredDocument[] =>
  checkDocumentsOf(detail, source).map(({ shown_day: _, ...document }) => document);

/**
 * For the console: the required documents that a student lacks, and those that no staff member has verified yet. Null
 * if the course requires no documents that can be recognised by `words`.
 */
export function readRequiredDocuments(
  detail: unknown,
  source: DocumentSource,
): { missing: string[]; unverified: string[] } | null {
  const checked = checkDocumentsOf(detail, source);
  if (checked.length === 0) return null;
  return {
    missing: checked.filter(isMissing).map(({ name, state, shown_day }) => {
      if (state === 'expired') return `${name} (ends on ${shown_day})`;
      return state === 'rejected' ? `${name} (rejected)` : name;
    }),
    unverified: checked.filter(({ state }) => state === 'waiting').map(({ name }) => name),
  };
}

/** Where students report for a booked course, and its joining instructions, according to the current content. */
export function readJoining(source: JoiningSource): { place: string | null; joining: Joining } {
  const { settings, requiredDocuments = [], ...rest } = detailSchema.parse(source.detail);
  return {
    place: settings?.venue ?? source.academy_address,
    joining: {
      reporting_time: rest.reporting_time ?? null,
      dress_code: rest.dress_code ?? null,
      documents: requiredDocuments.map(({ name }) => name),
      bring: rest.what_to_bring ?? [],
      missing_documents: missingOf(requiredDocuments, source),
      logistics: settings?.logistics ?? null,
      accommodation: settings?.accommodation ?? null,
      map_link: settings?.location_map_link ?? null,
      e_learning: rest.e_learning ?? false,
      e_learning_hours: rest.e_learning_hours ?? null,
    },
  };
}
