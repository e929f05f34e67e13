import type { Kysely } from 'kysely';
import type { ReplyTemplate, ReplyTemplateFields } from '../../../contract/staff/enquiries.ts';
import type { Database, Tx } from '../../db/schema.ts';

export async function listTemplates(db: Kysely<Database>): Promise<ReplyTemplate[]> {
  return db.selectFrom('reply_templates').select(['id', 'name', 'text']).orderBy('name').execute();
}

export async function insertTemplate(tx: Tx, fields: ReplyTemplateFields, now: Date): Promise<ReplyTemplate> {
  return tx
    .insertInto('reply_templates')
    .values({ ...fields, updated_at: now })
    .returning(['id', 'name', 'text'])
    .executeTakeFirstOrThrow();
}

/** Locks a reply template until the transaction ends. */
export async function lockTemplate(tx: Tx, id: number): Promise<ReplyTemplate | undefined> {
  return tx
    .selectFrom('reply_templates')
    .select(['id', 'name', 'text'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateTemplate(tx: Tx, id: number, fields: ReplyTemplateFields, now: Date): Promise<void> {
  await tx
    .updateTable('reply_templates')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteTemplate(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('reply_templates').where('id', '=', id).execute();
}
