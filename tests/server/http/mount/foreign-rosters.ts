import { batches } from '../../booking/academy-seed.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';

const url = `/api/staff/rosters/${batches.fireOpen}`;
const student_id = crypto.randomUUID();

/** A request of an instructor about the roster of a batch that this instructor does not teach. */
const ofColleague = (what: string, body?: object) => ({
  request: async (api: ApiDriver): Promise<ApiRequest> => ({
    url: `${url}${what}`,
    headers: (await api.hire('instructor')).headers ?? {},
    ...(body ? { body } : {}),
  }),
  expected: 404,
});

/**
 * A request for every staff call about one roster or one certificate, by endpoint name. The caller may not see this
 * roster, or the roster or certificate does not exist.
 */
export const foreignRosters = {
  getRoster: ofColleague(''),
  getRosterPhoto: ofColleague(`/photos/${student_id}`),
  exportRoster: ofColleague('/files/csv'),
  markAttendance: ofColleague('/attendance', {
    marks: [{ student_id, day: '2026-03-01', mark: 'present', at: '2026-03-01T06:00:00.000Z' }],
  }),
  setResults: ofColleague('/results', { results: [{ student_id, result: 'passed', remark: '' }] }),
  issueCertificates: {
    request: async (api: ApiDriver): Promise<ApiRequest> => ({
      url: '/api/staff/rosters/999999999/certificates',
      body: { students: [student_id], reason: 'as agreed' },
      headers: (await api.hire()).headers ?? {},
    }),
    expected: 404,
  },
  sendJoiningEmails: ofColleague('/joining-emails', { students: [student_id] }),
  getStaffCertificateFile: {
    request: async (api: ApiDriver): Promise<ApiRequest> => ({
      url: '/api/staff/certificates/LFC-2026-999999-0123456789/certificate.pdf',
      headers: (await api.hire()).headers ?? {},
    }),
    expected: 404,
  },
  revokeCertificate: {
    request: async (api: ApiDriver): Promise<ApiRequest> => ({
      url: '/api/staff/certificates/LFC-2026-999999/revocation',
      body: { reason: 'as agreed' },
      headers: (await api.hire()).headers ?? {},
    }),
    expected: 404,
  },
};
