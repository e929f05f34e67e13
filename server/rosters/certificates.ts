import { type Kysely, sql } from 'kysely';
import type { Roster, RosterStudent } from '../../contract/staff/rosters.ts';
import type { Database, Tx } from '../db/schema.ts';

/**
 * What a student still needs for a certificate: the result "passed", or enough attendance; null if nothing is
 * missing. Being late counts as present. Sessions from which the student was excused are not counted.
 */
export function lackOf(
  { result, attendance }: Pick<RosterStudent, 'result' | 'attendance'>,
  { sessions, needed_attendance }: Pick<Roster, 'sessions' | 'needed_attendance'>,
): 'result' | 'attendance' | null {
  if (result !== 'passed') return 'result';
  const marks = sessions.map(({ day }) => attendance[day]?.mark);
  const counted = marks.filter((mark) => mark !== 'excused');
  const attended = counted.filter((mark) => mark === 'present' || mark === 'late');
  return attended.length * 100 < counted.length * needed_attendance ? 'attendance' : null;
}

const serialNumber = (year: number, serial: number) => `LFC-${year}-${String(serial).padStart(6, '0')}`;

/** SQL for the complete number of certificate `t`: its serial number and its random code, joined by a dash. */
export const certificateNumberSql = sql<string>`t.number || '-' || t.code`;

/** Splits the complete number of a certificate into its serial number and its code. */
function splitNumber(number: string): { serial: string; code: string } {
  const end = number.lastIndexOf('-');
  return { serial: number.slice(0, Math.max(0, end)), code: number.slice(end + 1) };
}

/** An SQL condition: certificate `t` has this complete number. */
function hasNumberSql(number: string) {
  const { serial, code } = splitNumber(number);
  return sql<boolean>`t.number = ${serial} and t.code = ${code}`;
}

type Issue = { roster: Roster; students: RosterStudent[]; staffId: string; now: Date };

/**
 * Issues certificates with the next serial numbers of the year, and returns their complete numbers. Serial numbers
 * have no gaps: they are taken in the transaction that stores the certificates, and other transactions that need
 * serial numbers wait until this one ends.
 */
export async function storeCertificates(tx: Tx, { roster, students, staffId, now }: Issue): Promise<string[]> {
  if (students.length === 0) return [];
  const year = Number(roster.today.slice(0, 4));
  const count = students.length;
  const { last_serial } = await tx
    .insertInto('certificate_series')
    .values({ year, last_serial: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_serial: sql`certificate_series.last_serial + ${count}` }),
    )
    .returning('last_serial')
    .executeTakeFirstOrThrow();
  const rows = students.map(({ student_id, name, indos_number }, place) => {
    const serial = last_serial - count + 1 + place;
    return {
      ...{ number: serialNumber(year, serial), year, serial, batch_id: roster.batch_id, student_id },
      ...{ student_name: name, indos_number },
      ...{ course_name: roster.course_name, start_date: roster.start_date, end_date: roster.end_date },
      ...{ issued_at: now, issued_by: staffId },
    };
  });
  const stored = await tx.insertInto('certificates').values(rows).returning(['number', 'code']).execute();
  const codes = new Map(stored.map(({ number, code }) => [number, code]));
  return rows.map(({ number }) => `${number}-${codes.get(number)}`);
}

/** A certificate that staff want to revoke: whether it is revoked already, whose it is, and for which course. */
type LockedCertificate = { isRevoked: boolean; studentId: string; course: string };

/** Locks a certificate until the transaction ends. Returns null if there is no certificate with this number. */
export async function lockCertificate(tx: Tx, number: string): Promise<LockedCertificate | null> {
  const { rows } = await sql<LockedCertificate>`
    select t.revoked_at is not null as "isRevoked", t.student_id as "studentId", t.course_name as course
    from certificates t where ${hasNumberSql(number)} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Revokes the certificate with this number. */
export async function storeRevocation(
  tx: Tx,
  number: string,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  await sql`update certificates t set revoked_at = ${at}, revocation = ${reason} where ${hasNumberSql(number)}`.execute(
    tx,
  );
}

/** The data of a certificate. `academy`: the academy's legal details in the website content that is loaded now. */
export type Certificate = {
  number: string;
  student_id: string;
  student_name: string;
  indos_number: string | null;
  course_name: string;
  start_date: string;
  end_date: string;
  issued_on: string;
  issued_at: Date;
  is_revoked: boolean;
  academy: unknown;
};

/** The certificate with this number; null if there is none. */
export async function findCertificate(db: Kysely<Database>, number: string): Promise<Certificate | null> {
  const { rows } = await sql<Certificate>`
    select ${certificateNumberSql} as number, t.student_id, t.student_name, t.indos_number, t.course_name, t.start_date,
      t.end_date, (t.issued_at at time zone 'Asia/Kolkata')::date as issued_on, t.issued_at,
      t.revoked_at is not null as is_revoked, (select body from cms_documents where key = 'receipt') as academy
    from certificates t where ${hasNumberSql(number)}`.execute(db);
  return rows[0] ?? null;
}

/** A name as the public page shows it: the first name, and the first letter of the last name, such as `Asha N.` */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${words[0]} ${[...last][0]}.` : (words[0] ?? '');
}
