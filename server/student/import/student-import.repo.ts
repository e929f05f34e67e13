import { type Kysely, sql } from 'kysely';
import type { ContactStatus, Database, Tx } from '../../db/schema.ts';
import { type ImportedStudent, isNumber, type UniqueField } from './check-students.ts';

const pageSize = 2_000;

function* pagesOf(students: readonly ImportedStudent[]): Generator<string> {
  for (let from = 0; from < students.length; from += pageSize)
    yield JSON.stringify(students.slice(from, from + pageSize));
}

const record = sql`(line integer, first_name text, last_name text, email text, mobile text, whatsapp_number text,
  dob date, indos_number text, passport_number text)`;

// The columns for imported values are text, because the values have not been validated yet.
const identifiers = sql`(line integer, email text, indos_number text, passport_number text, mobile text)`;

const stored: Record<UniqueField, ReturnType<typeof sql>> = {
  email: sql`lower(s.email)`,
  indos_number: sql`upper(s.indos_number)`,
  passport_number: sql`upper(s.passport_number)`,
  mobile: sql`s.mobile`,
};

/**
 * The columns of existing students that are searched for a value of the imported `column`. INDOS and passport numbers
 * are searched for in both of their columns, any other value only in its own column.
 */
const rivalsOf = (column: UniqueField): UniqueField[] =>
  isNumber(column) ? ['indos_number', 'passport_number'] : [column];

/**
 * An imported value that an existing student has already. `line` and `column`: where it is in the import file. `id`:
 * the id of the existing student. `foundIn`: the column in which this student has the value; it can differ from
 * `column` only for INDOS and passport numbers.
 */
export type Match = { line: number; column: UniqueField; foundIn: UniqueField; value: string; id: string };

/** Finds the values of the imported columns `fields` that an existing student has already. */
export async function findMatches(
  db: Kysely<Database>,
  students: readonly ImportedStudent[],
  fields: readonly UniqueField[],
): Promise<Match[]> {
  const matches: Match[] = [];
  const pairs = fields.flatMap((column) => rivalsOf(column).map((foundIn) => ({ column, foundIn })));
  for (const page of pagesOf(students)) {
    for (const { column, foundIn } of pairs) {
      const { rows } = await sql<{ line: number; value: string; id: string }>`
        select r.line, r.value, min(s.id::text) as id from (
          select line, ${sql.ref(column)} as value from jsonb_to_recordset(${page}::jsonb) as r ${identifiers}) r
        join students s on ${stored[foundIn]} = r.value group by r.line, r.value`.execute(db);
      for (const row of rows) matches.push({ ...row, column, foundIn });
    }
  }
  return matches;
}

/** Maps the number of an import line to the ids of the existing students who are probably the student in that line. */
export type Namesakes = Map<number, Set<string>>;

/**
 * Finds existing students who have the mobile number and both names of an imported student. Students with another INDOS
 * number or date of birth are left out: they are other people of the same name, for example in a family that shares a
 * mobile number.
 */
export async function findNamesakes(db: Kysely<Database>, students: readonly ImportedStudent[]): Promise<Namesakes> {
  const namesakes: Namesakes = new Map();
  for (const page of pagesOf(students)) {
    const { rows } = await sql<{ line: number; id: string }>`
      select r.line, s.id::text as id
      from jsonb_to_recordset(${page}::jsonb)
        as r (line integer, first_name text, last_name text, mobile text, indos_number text, dob text)
      join students s on s.mobile = r.mobile
        and lower(s.first_name) = lower(r.first_name) and lower(s.last_name) = lower(r.last_name)
        and coalesce(upper(s.indos_number) = r.indos_number, true)
        and coalesce(to_char(s.dob, 'YYYY-MM-DD') = r.dob, true)`.execute(db);
    for (const { line, id } of rows) namesakes.set(line, (namesakes.get(line) ?? new Set()).add(id));
  }
  return namesakes;
}

/**
 * Inserts students without a password; `is_default_password` makes each of them set one. `contacts` becomes the
 * status of all their email addresses and phone numbers. Returns the ids of the students in the order of their lines.
 */
export async function insertStudents(
  tx: Tx,
  students: readonly ImportedStudent[],
  contacts: ContactStatus,
): Promise<string[]> {
  const ids: string[] = [];
  for (const page of pagesOf(students)) {
    const { rows } = await sql<{ id: string }>`
      insert into students (first_name, last_name, email, mobile, whatsapp_number, dob, indos_number, passport_number,
        is_default_password, email_standing, mobile_standing, whatsapp_number_standing)
      select first_name, last_name, email, mobile, whatsapp_number, dob, indos_number, passport_number, true,
        ${contacts}, ${contacts}, ${contacts}
      from jsonb_to_recordset(${page}::jsonb) as r ${record} order by line returning id`.execute(tx);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
