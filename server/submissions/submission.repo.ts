import type { Kysely } from 'kysely';
import { brandSchema } from '../../contract/content.ts';
import type { Database } from '../db/schema.ts';

export type NewSubmission = {
  kind: 'contact' | 'grievance';
  reference: string;
  body: object;
  /**
   * The student who sent the enquiry or grievance; null if nobody was signed in. Always null for an anonymous
   * grievance.
   */
  studentId: string | null;
  at: Date;
};

/** Stores an enquiry or grievance. @returns its id */
export async function insertSubmission(db: Kysely<Database>, submission: NewSubmission): Promise<number> {
  const { kind, reference, body, studentId, at } = submission;
  const { id } = await db
    .insertInto('submissions')
    .values({ kind, reference, body: JSON.stringify(body), student_id: studentId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The academy's own email address, or null while no content is loaded. */
export async function readOfficeEmail(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom('cms_documents').select('body').where('key', '=', 'brand').executeTakeFirst();
  return row ? brandSchema.parse(row.body).email : null;
}
