import type { TestApp } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';
import { batches } from '../booking/academy-seed.ts';

let stored = 0;

/**
 * Inserts a certificate for a student, unless the student already has one. Returns the number and the code of the
 * certificate, joined by a dash.
 */
export async function storeCertificateOf(
  app: Pick<TestApp, 'db' | 'clock'>,
  studentId: string,
  batchId: number = batches.fireEnded,
): Promise<string> {
  const known = app.db.selectFrom('certificates').select(['number', 'code']).where('student_id', '=', studentId);
  const found = await known.executeTakeFirst();
  if (found) return `${found.number}-${found.code}`;
  stored += 1;
  const { id } = await hire(app, 'registrar');
  const { number, code } = await app.db
    .insertInto('certificates')
    .values({
      ...{ number: `LFC-2020-${String(stored).padStart(6, '0')}`, year: 2020, serial: stored },
      ...{ batch_id: batchId, student_id: studentId, student_name: 'Asha Nair', indos_number: '19EL0001' },
      ...{ course_name: 'Fire Fighting', start_date: '2020-03-02', end_date: '2020-03-06' },
      ...{ issued_at: new Date('2020-03-06'), issued_by: id },
    })
    .returning(['number', 'code'])
    .executeTakeFirstOrThrow();
  return `${number}-${code}`;
}
