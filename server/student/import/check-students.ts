import * as z from 'zod';
import type { ImportColumn, ImportFault, ImportRow } from '../../../contract/staff/student-import.ts';
import { isPastDay, profileSchema } from '../../../contract/student.ts';
import type { Match, Namesakes } from './student-import.repo.ts';

export type ImportedStudent = { line: number } & Record<'first_name' | 'last_name' | 'mobile', string> &
  Record<Exclude<ImportColumn, 'first_name' | 'last_name' | 'mobile'>, string | null>;

/**
 * Functions that convert phone numbers (`mobile`), and INDOS and passport numbers (`number`), to the form in which
 * they are stored and in which sign-in looks them up.
 */
export type Normalise = { mobile: (text: string) => string | null; number: (text: string) => string };

const { first_name, last_name, email, mobile, whatsapp_number } = profileSchema.shape;
const number = z.string().regex(/^[A-Z0-9/]{4,20}$/, 'must be 4 to 20 letters and digits');
const day = z.iso.date('must be a day written like 2004-02-29');
const absent = z.literal(null);

const rowSchema = z.object({
  first_name,
  last_name,
  email: absent.or(email),
  mobile,
  whatsapp_number: absent.or(whatsapp_number),
  dob: absent.or(day),
  indos_number: absent.or(number),
  passport_number: absent.or(number),
});

function normalise({ line, cells }: ImportRow, { mobile: toMobile, number: toNumber }: Normalise): ImportedStudent {
  const text = (column: ImportColumn) => cells[column].trim();
  return {
    line,
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email').toLowerCase() || null,
    mobile: toMobile(text('mobile')) ?? text('mobile'),
    whatsapp_number: toMobile(text('whatsapp_number')) ?? (text('whatsapp_number') || null),
    dob: text('dob') || null,
    indos_number: toNumber(text('indos_number')) || null,
    passport_number: toNumber(text('passport_number')) || null,
  };
}

function reasonOf(issue: z.core.$ZodIssue): string {
  // The schema of an optional field is a union of two cases: the field is absent, or its value is valid. Return the
  // error message of the second case, because only this message says what is wrong with a value.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner?.message ?? issue.message;
}

/**
 * The faults of one student in an import, by the rules of the profile form. `today` is the date in the academy's time
 * zone.
 */
function rowFaults(student: ImportedStudent, today: string): ImportFault[] {
  const { line, dob } = student;
  const issues = rowSchema.safeParse(student).error?.issues ?? [];
  const faults = issues.map((issue) => ({ line, column: String(issue.path[0]), reason: reasonOf(issue) }));
  if (dob !== null && !isPastDay(dob, today) && !faults.some(({ column }) => column === 'dob'))
    faults.push({ line, column: 'dob', reason: 'must be a day in the past' });
  return faults;
}

/**
 * Fields in which no two students of an import may have the same value. INDOS and passport numbers are also compared
 * with each other, because sign-in does not distinguish them. With the option `--allow-shared-mobile`, students may
 * share a mobile number.
 */
export const uniqueFields = ['email', 'indos_number', 'passport_number', 'mobile'] as const;
export type UniqueField = (typeof uniqueFields)[number];

export const isNumber = (field: UniqueField): field is 'indos_number' | 'passport_number' =>
  field === 'indos_number' || field === 'passport_number';

function duplicateFaults(students: readonly ImportedStudent[], fields: readonly UniqueField[]): ImportFault[] {
  const firstLines = new Map<string, number>();
  return students.flatMap((student) =>
    fields.flatMap((column) => {
      const value = student[column];
      if (!value) return [];
      const key = `${isNumber(column) ? 'number' : column} ${value}`;
      const first = firstLines.get(key);
      if (first === undefined) firstLines.set(key, student.line);
      return first === undefined || first === student.line
        ? []
        : [{ line: student.line, column, reason: `${value} is in line ${first} already` }];
    }),
  );
}

/**
 * Converts and checks the students of an import file, and returns all faults. `fields`: the fields in which no two
 * students may have the same value.
 */
export function checkImport(
  rows: readonly ImportRow[],
  rules: Normalise & { today: string; fields: readonly UniqueField[] },
): { students: ImportedStudent[]; faults: ImportFault[] } {
  const students = rows.map((row) => normalise(row, rules));
  const faults = students.flatMap((student) => rowFaults(student, rules.today));
  return { students, faults: [...faults, ...duplicateFaults(students, rules.fields)] };
}

/**
 * The fault of an imported value that an existing student has already. For privacy, it names that student only by id.
 */
export function toFault({ line, column, value, id }: Match): ImportFault {
  return { line, column, reason: `${value} belongs to student ${id} already` };
}

/**
 * Decides about the lines of an import that have data in common with existing students.
 * - `known`: the lines whose student exists already: one existing student has the line's email address or INDOS number.
 *   If nobody has either, an existing student with the same first name, last name and mobile number (`namesakes`) is
 *   enough, unless a different student has one of the line's other values.
 * - `faults`: why the other lines cannot be imported.
 */
export function sortMatches(
  matches: readonly Match[],
  namesakes: Namesakes,
): { known: Set<number>; faults: ImportFault[] } {
  const known = new Set<number>();
  const faults: ImportFault[] = [];
  const byLine = Map.groupBy(matches, (match) => match.line);
  for (const line of new Set([...byLine.keys(), ...namesakes.keys()])) {
    const found = byLine.get(line) ?? [];
    const same = namesakes.get(line);
    const recognised = found.filter(
      ({ column, foundIn }) => column === foundIn && (column === 'email' || column === 'indos_number'),
    );
    const ids = new Set(recognised.map(({ id }) => id));
    const isNamesake = same && found.every(({ column, id }) => column === 'mobile' || same.has(id));
    if (ids.size === 1 || (ids.size === 0 && isNamesake)) known.add(line);
    else if (ids.size === 0) faults.push(...found.map(toFault));
    else faults.push({ line, column: 'email', reason: 'email address and INDOS number belong to two students' });
  }
  return { known, faults };
}
