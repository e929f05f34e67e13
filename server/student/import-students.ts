import * as z from 'zod';
import { isPastDay, profileSchema } from '../../contract/student.ts';

/** Columns of the file, by their names in its first line. */
export const importColumns = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'whatsapp_number',
  'dob',
  'indos_number',
  'passport_number',
] as const;
export type ImportColumn = (typeof importColumns)[number];
/** Columns that must be there and filled; the others may be empty or missing. */
export const neededColumns: readonly ImportColumn[] = ['first_name', 'last_name', 'mobile'];

/** A line of the file as text, and a student made of one; `line` counts from 1, the header included. */
export type ImportRow = { line: number; cells: Record<ImportColumn, string> };
export type ImportedStudent = { line: number } & Record<'first_name' | 'last_name' | 'mobile', string> &
  Record<Exclude<ImportColumn, 'first_name' | 'last_name' | 'mobile'>, string | null>;
export type ImportFault = { line: number; column: string; reason: string };

/** How identifiers are brought into the form that is stored; sign-in compares in the same. */
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
  // Of 'absent or valid' the second says what is wrong.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner?.message ?? issue.message;
}

/** What is wrong with one student by the profile form's rules; `today` is the academy's day. */
function rowFaults(student: ImportedStudent, today: string): ImportFault[] {
  const { line, dob } = student;
  const issues = rowSchema.safeParse(student).error?.issues ?? [];
  const faults = issues.map((issue) => ({ line, column: String(issue.path[0]), reason: reasonOf(issue) }));
  if (dob !== null && !isPastDay(dob, today) && !faults.some(({ column }) => column === 'dob'))
    faults.push({ line, column: 'dob', reason: 'must be a day in the past' });
  return faults;
}

/** Fields that no two students share; a phone may be a family's. INDOS and passport numbers are told apart by nobody who signs in. */
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

/** The students of the file, and every fault of theirs at once. `fields` are those in which any two must differ. */
export function judgeImport(
  rows: readonly ImportRow[],
  how: Normalise & { today: string; fields: readonly UniqueField[] },
): { students: ImportedStudent[]; faults: ImportFault[] } {
  const students = rows.map((row) => normalise(row, how));
  const faults = students.flatMap((student) => rowFaults(student, how.today));
  return { students, faults: [...faults, ...duplicateFaults(students, how.fields)] };
}
