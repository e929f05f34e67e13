import { counted } from '../../../contract/counted.ts';
import { type ImportFault, importColumns, neededColumns } from '../../../contract/staff/student-import.ts';
import { normaliseMobile, normaliseNumber } from '../../auth/identifier.ts';
import { errorCode } from '../../db/connection/database-errors.ts';
import { contactStatus } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import { lockEveryIdentifier } from '../../student/identifier-lock.ts';
import { checkImport, toFault, uniqueFields } from '../../student/import/check-students.ts';
import { findMatches, insertStudents } from '../../student/import/student-import.repo.ts';
import { setAllowedBooking } from '../../student/student-staff.repo.ts';
import type { Change } from '../command/action.ts';
import { flag, oneOf, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction } from '../command/make-action.ts';
import { toPlain } from '../output/plain-text.ts';
import { describeStudent, identifierArg, requireStudent } from './name-student.ts';
import { readImportFile } from './read-import-file.ts';

function importRefused(name: string, faults: readonly ImportFault[]): CommandError {
  const lines = faults.map(({ line, column, reason }) =>
    toPlain(`  line ${line}  ${column === '' ? '' : `${column}  `}${reason}`),
  );
  const many = counted(faults.length, 'error');
  return new CommandError(`${name} has ${many}; nothing was imported:\n${lines.join('\n')}`);
}

const uniqueViolation = '23505';

const importFile = changingAction({
  name: 'import',
  summary: 'adds the students of a CSV file, all of them or none',
  args: { file: { about: 'a CSV file in UTF-8 with a first line of column names', schema: textArg } },
  options: {
    'allow-shared-mobile': { about: 'allow students to share a mobile number, as families do', schema: flag },
  },
  notes: `Columns, in any order: ${importColumns.join(', ')}.
Required: ${neededColumns.join(', ')}. Dates are written 2004-02-29.
All errors are printed at once, with line and column. A student whose email, mobile, INDOS or passport number is in the
database already is an error too. New students have no password: they set one when they first sign in.`,
  readsPersonalData: true,
  prepare: ({ args }) => readImportFile(args.file),
  async change({ tx, clock, options, prepared }): Promise<Change> {
    const fields = uniqueFields.filter((field) => field !== 'mobile' || !options['allow-shared-mobile']);
    const rules = { mobile: normaliseMobile, number: normaliseNumber, today: today(clock), fields };
    const { students, faults } = checkImport(prepared.rows, rules);
    await lockEveryIdentifier(tx);
    const known = await findMatches(tx, students, fields);
    const all = [...prepared.faults, ...faults, ...known.map(toFault)].sort((one, other) => one.line - other.line);
    if (all.length > 0) throw importRefused(prepared.name, all);
    if (students.length === 0) return { lines: [`${prepared.name} has no students`], changed: null };
    const { length: count } = await insertStudents(tx, students, contactStatus.verified).catch((error: unknown) => {
      if (errorCode(error) !== uniqueViolation) throw error;
      throw new CommandError(
        'a student of the file was added by somebody else just now; nothing was imported: run it again',
      );
    });
    const after = { students: count, file: prepared.name, sha256: prepared.sha256 };
    const lines = [`${counted(count, 'student')} added; each sets a password when signing in first`];
    return { lines, changed: { before: null, after } };
  },
});

const setBooking = changingAction({
  name: 'set-booking',
  summary: 'allows or forbids a student to book online',
  args: { identifier: identifierArg, value: { about: 'on or off', schema: oneOf(['on', 'off']) } },
  options: {},
  readsPersonalData: true,
  prepare: async () => null,
  async change({ tx, args }): Promise<Change> {
    const student = await requireStudent(tx, args.identifier);
    const isChanged = await setAllowedBooking(tx, student.id, args.value === 'on');
    const lines = [`${describeStudent(student)}: booking is ${args.value}${isChanged ? ' now' : ' already'}`];
    const side = (isAllowed: boolean) => ({ student_id: student.id, allowed_booking: isAllowed });
    if (!isChanged) return { lines, changed: null };
    return { lines, changed: { before: side(args.value !== 'on'), after: side(args.value === 'on') } };
  },
});

/** The staff command `landfall students import|set-booking`. */
export const studentsCommand: StaffCommand = {
  summary: 'Students and their permissions.',
  actions: [importFile, setBooking],
};
