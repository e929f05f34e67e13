import { batches } from '../../booking/academy-seed.ts';
import { type ForeignObject, unknownObject } from './foreign-object.ts';

const url = `/api/staff/rosters/${batches.fireOpen}`;
const student_id = crypto.randomUUID();
const reason = 'as agreed';

/**
 * A request about the roster of a batch that no instructor teaches. Instructors get 404. `expected`: the status for the
 * other permitted roles, which may see the rosters of all batches.
 */
const untaught = (what: string, expected: number, body?: object): ForeignObject => ({
  ...unknownObject(`${url}${what}`, body),
  expected,
  expectedOf: { instructor: 404 },
});

/**
 * Requests, by endpoint name: one for every staff call about one roster or one certificate. Each request names a roster
 * that no instructor may see, a student who is not on the roster, or a certificate that does not exist.
 */
export const foreignRosters = {
  getRoster: untaught('', 200),
  getRosterPhoto: untaught(`/photos/${student_id}`, 404),
  exportRoster: untaught('/files/csv', 200),
  // `markAttendance` returns 200, but lists the mark as refused, because the student is not on the roster.
  markAttendance: untaught('/attendance', 200, {
    marks: [{ student_id, day: '2026-03-01', mark: 'present', at: '2026-03-01T06:00:00.000Z' }],
  }),
  setResults: untaught('/results', 409, { results: [{ student_id, result: 'passed', remark: '' }] }),
  issueCertificates: unknownObject('/api/staff/rosters/999999999/certificates', { students: [student_id], reason }),
  sendJoiningEmails: untaught('/joining-emails', 409, { students: [student_id] }),
  getStaffCertificateFile: unknownObject('/api/staff/certificates/LFC-2026-999999-0123456789/certificate.pdf'),
  revokeCertificate: unknownObject('/api/staff/certificates/LFC-2026-999999/revocation', { reason }),
} satisfies Record<string, ForeignObject>;
