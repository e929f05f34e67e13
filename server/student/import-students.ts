import * as z from 'zod';
import { isPastDay, profileSchema } from '../../contract/student.ts';

/** The columns of an import file, which its first line must name. */
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
/** Columns of an import file that must exist and be filled. The others may be empty or missing. */
export const neededColumns: readonly ImportColumn[] = ['first_name', 'last_name', 'mobile'];

/** A line of an import file, as text. `line` counts from 1, which is the header. */
export type ImportRow = { line: number; cells: Record<ImportColumn, string> };
export type ImportedStudent = { line: number } & Record<'first_name' | 'last_name' | 'mobile', string> &
  Record<Exclude<ImportColumn, 'first_name' | 'last_name' | 'mobile'>, string | null>;
export type ImportFault = { line: number; column: string; reason: string };

/** Functions that convert identifiers to their stored form, as sign-in does too. */
type Normalise = { mobile: (text: string) => string | null; number: (text: string) => string };

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
  // The schema is the union 'absent or valid', whose second option has the useful message.
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner?.message ?? issue.message;
}

/** Checks one student of an import by the rules of the profile form. `today` is the date in the academy's time zone. */
function rowFaults(student: ImportedStudent, today: string): ImportFault[] {
  const { line, dob } = student;
  const issues = rowSchema.safeParse(student).error?.issues ?? [];
  const faults = issues.map((issue) => ({ line, column: String(issue.path[0]), reason: reasonOf(issue) }));
  if (dob !== null && !isPastDay(dob, today) && !faults.some(({ column }) => column === 'dob'))
    faults.push({ line, column: 'dob', reason: 'must be a day in the past' });
  return faults;
}

/**
 * Fields in which imported students must differ from each other. INDOS and passport numbers are also compared with each
 * other, because sign-in does not distinguish them. With `--allow-shared-mobile` the mobile number may be shared.
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
 * Parses the students of an import file and returns all their faults. No two students may have the same value in one of
 * `fields`.
 */
export function checkImport(
  rows: readonly ImportRow[],
  rules: Normalise & { today: string; fields: readonly UniqueField[] },
): { students: ImportedStudent[]; faults: ImportFault[] } {
  const students = rows.map((row) => normalise(row, rules));
  const faults = students.flatMap((student) => rowFaults(student, rules.today));
  return { students, faults: [...faults, ...duplicateFaults(students, rules.fields)] };
}
