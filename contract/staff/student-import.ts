import * as z from 'zod';
import { answer, notOneLine, oneLine } from '../answer.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

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
/** Columns that an import file must have, with a value in every line. The other columns may be empty or missing. */
export const neededColumns: readonly ImportColumn[] = ['first_name', 'last_name', 'mobile'];

/** Maximum size of an import file in characters, and maximum number of lines in one import call. */
export const longestImport = 4_000_000;
export const importBatchSize = 500;

const cellSchema = z.string().max(1000);
/** The data of a new student as text that has not been checked yet. A field is empty if its value is unknown. */
export const newStudentSchema = z.object({
  first_name: cellSchema,
  last_name: cellSchema,
  email: cellSchema,
  mobile: cellSchema,
  whatsapp_number: cellSchema,
  dob: cellSchema,
  indos_number: cellSchema,
  passport_number: cellSchema,
});
/** A line of an import file, as text. `line` is its number in the file; line 1 is the header. */
const importRowSchema = z.object({ line: z.number().int().positive(), cells: newStudentSchema });
export type ImportRow = z.infer<typeof importRowSchema>;

const importFaultSchema = z.object({ line: z.number().int(), column: z.string(), reason: z.string() });
export type ImportFault = z.infer<typeof importFaultSchema>;

/** Maximum number of errors listed in a response. `fault_count` is the number of all errors. */
export const mostFaults = 200;

const fileFields = {
  file_name: z.string().trim().min(1).max(200).regex(oneLine, notOneLine),
  /** True if students may share a mobile number, as families do. */
  may_share_mobile: z.boolean(),
};

/**
 * POST /staff/students/import/check reads a CSV file without storing anything. It returns the lines to import, how many
 * of these students exist already (`known`), and the errors by line. A student is recognised by INDOS number, by email
 * address, or by mobile number and both names.
 */
export const checkStudentImport = defineStaffEndpoint({
  name: 'checkStudentImport',
  summary: 'Checks a CSV file of students without importing it',
  method: 'POST',
  url: '/api/staff/students/import/check',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ ...fileFields, text: z.string().max(longestImport, 'The file is too large. Import it in parts.') }),
  answers: {
    200: answer({
      data: z.object({
        rows: z.array(importRowSchema),
        known: z.number().int(),
        faults: z.array(importFaultSchema),
        fault_count: z.number().int(),
      }),
    }),
  },
});

/**
 * POST /staff/students/import/lines adds the students of the given lines: all of them or, if a line has an error, none.
 * Students who already exist (recognised as in `checkStudentImport`) are left unchanged, so an interrupted import can
 * be repeated. 409 IMPORT_FAULTY with the errors.
 */
export const importStudents = defineStaffEndpoint({
  name: 'importStudents',
  summary: 'Adds the students of some lines of a CSV file',
  method: 'POST',
  url: '/api/staff/students/import/lines',
  permission: 'students.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({ ...fileFields, rows: z.array(importRowSchema).min(1).max(importBatchSize) }),
  answers: { 200: answer({ data: z.object({ added: z.number().int(), known: z.number().int() }) }) },
  refusals: { IMPORT_FAULTY: { status: 409, data: z.object({ faults: z.array(importFaultSchema) }) } },
});
