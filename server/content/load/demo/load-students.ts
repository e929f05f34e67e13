import { hash } from '@node-rs/argon2';
import type { Insertable } from 'kysely';
import type { StudentRow, Tx } from '../../../db/schema.ts';
import type { Content } from '../../files/content.ts';
import { loadStudentOrders } from './load-student-orders.ts';

// The minimum parameters that OWASP recommends for argon2id. Sign-in uses the same parameters. The algorithm is not
// named here, because argon2id is the library's default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

async function toRow(student: Content['students'][number]): Promise<Insertable<StudentRow>> {
  const {
    password,
    correspondence_address: address,
    experience = [],
    orders: _orders,
    wallet: _wallet,
    ...row
  } = student;
  return {
    ...row,
    education: student.education ?? null,
    correspondence_address: address ? JSON.stringify(address) : null,
    experience: JSON.stringify(experience),
    image_url: null,
    password_hash: password ? await hash(password, cost) : null,
  };
}

/**
 * Adds missing demo accounts with their orders. Existing accounts stay unchanged, because somebody may have used them.
 */
export async function loadStudents(transaction: Tx, content: Content, baseDay: string): Promise<void> {
  const { students } = content;
  const ids = students.map(({ id }) => id);
  if (ids.length === 0) return;
  const existing = await transaction.selectFrom('students').select('id').where('id', 'in', ids).execute();
  const known = new Set(existing.map(({ id }) => id));
  const added = students.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const rows = await Promise.all(added.map(toRow));
  const inserted = await transaction
    .insertInto('students')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  // Load orders only for the accounts that were inserted: an account is skipped if another student has its email
  // address, INDOS number or passport number.
  const insertedIds = new Set(inserted.map(({ id }) => id));
  await loadStudentOrders(
    transaction,
    content,
    added.filter(({ id }) => insertedIds.has(id)),
    baseDay,
  );
}
