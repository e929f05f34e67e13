import { csvLine } from '../../contract/csv-line.ts';
import type { Roster } from '../../contract/staff/rosters.ts';

const columns = ['Name', 'Phone', 'INDOS number', 'Documents verified', 'Documents not verified', 'Missing documents'];
const lastColumns = ['Result', 'Remark', 'Certificate'];

/** Writes a roster as CSV: a line for each student, with a column for each session. */
export function writeRosterCsv({ sessions, roster }: Roster): string {
  const days = sessions.map(({ day }) => day);
  const lines = roster.map(({ name, mobile, indos_number, documents, attendance, result, remark, certificate }) => [
    ...[name, mobile, indos_number, documents.verified, documents.open],
    documents.required?.missing.join(', ') ?? null,
    ...days.map((day) => attendance[day]?.mark ?? null),
    ...[result, remark, certificate?.number ?? null],
  ]);
  // The byte order mark makes spreadsheet programs read the file as UTF-8.
  return `\ufeff${[[...columns, ...days, ...lastColumns], ...lines].map(csvLine).join('')}`;
}
