import type { Kysely } from 'kysely';
import { readIdentifier } from '../../auth/identifier.ts';
import type { Database } from '../../db/schema.ts';
import { findNamedStudents, type NamedStudent } from '../../student/student-staff.repo.ts';
import { textArg } from '../command/arg-schemas.ts';
import { CommandError } from '../command/command-errors.ts';
import type { Arg } from '../command/parse-input.ts';
import { toPlain } from '../output/plain-text.ts';

export const identifierArg = {
  about: 'the student’s email, mobile, INDOS or passport number, or id',
  schema: textArg,
} satisfies Arg;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Describes a student to staff, such as `Asha Nair (asha.nair@example.com, 9876500001)`. */
export function describeStudent({ first_name, last_name, email, mobile }: NamedStudent): string {
  const contacts = [email, mobile].filter((contact) => contact !== null).join(', ');
  return toPlain(`${first_name} ${last_name}${contacts ? ` (${contacts})` : ''}`);
}

/**
 * Finds the student with this id, email address, phone number, INDOS number or passport number.
 * @throws CommandError if no student or more than one has it
 */
export async function requireStudent(db: Kysely<Database>, identifier: string): Promise<NamedStudent> {
  const claims = uuid.test(identifier)
    ? [{ field: 'id' as const, value: identifier.toLowerCase() }]
    : readIdentifier(identifier);
  const students = await findNamedStudents(db, claims);
  const [student] = students;
  if (!student) throw new CommandError(`there is no student '${toPlain(identifier)}'`);
  if (students.length === 1) return student;
  const lines = students.map((one) => `  ${one.id}  ${describeStudent(one)}`);
  throw new CommandError(
    `'${toPlain(identifier)}' names ${students.length} students; use the id of one:\n${lines.join('\n')}`,
  );
}
