import { normaliseMobile, normaliseNumber } from '../auth/identifier.ts';
import { errorCode } from '../db/database-errors.ts';
import { today } from '../providers/clock.ts';
import {
  type ImportFault,
  importColumns,
  judgeImport,
  neededColumns,
  uniqueFields,
} from '../student/import-students.ts';
import { findKnown, insertStudents } from '../student/student-import.repo.ts';
import { setAllowedBooking } from '../student/student-staff.repo.ts';
import type { Change } from './action.ts';
import { CommandError } from './command-failure.ts';
import { changingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { describeStudent, identifierWord, nameStudent } from './name-student.ts';
import { toPlain } from './plain-text.ts';
import { readImportFile } from './read-import-file.ts';
import { flag, oneOf, textWord } from './word-schemas.ts';

function refuse(name: string, faults: readonly ImportFault[]): CommandError {
  const lines = faults.map(({ line, column, reason }) =>
    toPlain(`  line ${line}  ${column === '' ? '' : `${column}  `}${reason}`),
  );
  const many = faults.length === 1 ? '1 error' : `${faults.length} errors`;
  return new CommandError(`${name} has ${many}; nothing was imported:\n${lines.join('\n')}`);
}

const uniqueViolation = '23505';

const importFile = changingAction({
  name: 'import',
  summary: 'adds the students of a CSV file, all of them or none',
  words: { file: { about: 'a CSV file in UTF-8 with a first line of column names', schema: textWord } },
  options: {
    'allow-shared-mobile': { about: 'let students share a mobile number, as families do', schema: flag },
  },
  notes: `Columns, in any order: ${importColumns.join(', ')}.
Needed: ${neededColumns.join(', ')}. Days are written 2004-02-29.
Every error is printed at once, with its line and column. A student who is in the database, by e-mail, mobile, INDOS or
passport number, is an error too. New students have no password yet: they are asked to set one when they first sign in.`,
  prepare: ({ words }) => readImportFile(words.file),
  async change({ tx, clock, options, prepared }): Promise<Change> {
    const fields = uniqueFields.filter((field) => field !== 'mobile' || !options['allow-shared-mobile']);
    const how = { mobile: normaliseMobile, number: normaliseNumber, today: today(clock), fields };
    const { students, faults } = judgeImport(prepared.rows, how);
    const known = await findKnown(tx, students, fields);
    const all = [...prepared.faults, ...faults, ...known].sort((one, other) => one.line - other.line);
    if (all.length > 0) throw refuse(prepared.name, all);
    if (students.length === 0) return { lines: [`${prepared.name} has no students`], changed: null };
    const count = await insertStudents(tx, students).catch((error: unknown) => {
      if (errorCode(error) !== uniqueViolation) throw error;
      throw new CommandError(
        'a student of the file was added by somebody else just now; nothing was imported: run it again',
      );
    });
    const after = { students: count, file: prepared.name, sha256: prepared.sha256 };
    const lines = [`${count} student${count === 1 ? '' : 's'} added; each sets a password when signing in first`];
    return { lines, changed: { before: null, after } };
  },
});

const setBooking = changingAction({
  name: 'set-booking',
  summary: 'lets a student book online, or not',
  words: { identifier: identifierWord, value: { about: 'on or off', schema: oneOf(['on', 'off']) } },
  options: {},
  prepare: async () => null,
  async change({ tx, words }): Promise<Change> {
    const student = await nameStudent(tx, words.identifier);
    const isChanged = await setAllowedBooking(tx, student.id, words.value === 'on');
    const lines = [`${describeStudent(student)}: booking is ${words.value}${isChanged ? ' now' : ' already'}`];
    const side = (isAllowed: boolean) => ({ student_id: student.id, allowed_booking: isAllowed });
    if (!isChanged) return { lines, changed: null };
    return { lines, changed: { before: side(words.value !== 'on'), after: side(words.value === 'on') } };
  },
});

/** `landfall students import|set-booking`. */
export const studentsCommand = makeCommand('students', 'Students and what they may do.', [importFile, setBooking]);
