import type { Kysely } from 'kysely';
import {
  checkStudentImport,
  type ImportFault,
  type ImportRow,
  importStudents,
  mostFaults,
} from '../../../contract/staff/student-import.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { isDuplicate } from '../../db/connection/database-errors.ts';
import { contactStatus, type Database } from '../../db/schema.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import { lockEveryIdentifier } from '../identifier-lock.ts';
import { checkImport, type ImportedStudent, type Normalise, sortMatches, uniqueFields } from './check-students.ts';
import { readImportRows } from './import-rows.ts';
import { findMatches, findNamesakes, insertStudents } from './student-import.repo.ts';

type ImportDeps = { clock: Clock; normalise: Normalise };

const byLine = (one: ImportFault, other: ImportFault) => one.line - other.line;

/** The calls by which staff import students from a CSV file (docs/product.md#students). */
export function studentImportRoutes(mount: Mount, { clock, normalise }: ImportDeps): void {
  /** Checks the rows of an import by the rules for each field, and against each other and the existing students. */
  async function check(
    db: Kysely<Database>,
    rows: readonly ImportRow[],
    mayShareMobile: boolean,
  ): Promise<{ students: ImportedStudent[]; known: Set<number>; faults: ImportFault[] }> {
    const fields = uniqueFields.filter((field) => field !== 'mobile' || !mayShareMobile);
    const { students, faults } = checkImport(rows, { ...normalise, today: today(clock), fields });
    const matches = sortMatches(await findMatches(db, students, fields), await findNamesakes(db, students));
    return { students, known: matches.known, faults: [...faults, ...matches.faults] };
  }

  mount(
    checkStudentImport,
    async ({ db, body }) => {
      const read = readImportRows(body.text);
      const checked = await check(db, read.rows, body.may_share_mobile);
      const faults = [...read.faults, ...checked.faults].sort(byLine);
      return {
        statusCode: 200,
        data: {
          rows: read.rows,
          known: checked.known.size,
          faults: faults.slice(0, mostFaults),
          fault_count: faults.length,
        },
      };
    },
    { bodyLimit: 6 * 1024 * 1024 },
  );

  mount(
    importStudents,
    async ({ db, body, staff }) => {
      const faulty = (faults: ImportFault[]) =>
        refuse(importStudents.refusals, 'IMPORT_FAULTY', 'Some lines have errors. None of these lines was imported.', {
          data: { faults },
        });
      await lockEveryIdentifier(db);
      const { students, known, faults } = await check(db, body.rows, body.may_share_mobile);
      if (faults.length > 0) throw faulty(faults.sort(byLine));
      const added = students.filter(({ line }) => !known.has(line));
      await insertStudents(db, added, contactStatus.verified).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        // Another student with one of the values was stored in the meantime, by code that does not take the lock on
        // identifiers. Registrations and profile changes take it, so they wait until this import has ended.
        throw faulty([{ line: added[0]?.line ?? 1, column: '', reason: 'a student was added just now; try again' }]);
      });
      const after = {
        students: added.length,
        file: body.file_name,
        lines: [body.rows[0]?.line, body.rows.at(-1)?.line],
      };
      if (added.length > 0)
        await recordStaffAction(
          db,
          staff,
          { action: 'students import', subject: 'students', after },
          new Date(clock.now()),
        );
      return { statusCode: 200, data: { added: added.length, known: known.size } };
    },
    { bodyLimit: 2 * 1024 * 1024 },
  );
}
