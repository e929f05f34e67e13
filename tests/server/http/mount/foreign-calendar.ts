import type { ApiDriver, ApiRequest } from '../api-driver.ts';

const reason = 'as agreed';

/**
 * A request of an administrator about a batch that does not exist, or about a run (the follow-up of a moved or
 * cancelled batch) that does not exist.
 */
const unknown = (url: string, body?: object) => ({
  request: async (api: ApiDriver): Promise<ApiRequest> => ({
    url,
    headers: (await api.hire()).headers ?? {},
    ...(body ? { body } : {}),
  }),
  expected: 404,
});
const noBatch = '/api/staff/batches/999999999';
const noRun = '/api/staff/batch-runs/999999999';

/**
 * A request for every staff call whose path contains the id of a batch or of a batch run, by endpoint name. The id does
 * not exist.
 */
export const foreignCalendar = {
  getStaffBatch: unknown(noBatch),
  changeStaffBatch: unknown(noBatch, { capacity: 1, reason }),
  checkBatchChange: unknown(`${noBatch}/check`, { venue_id: null }),
  previewBatchCancellation: unknown(`${noBatch}/cancellation`),
  checkBatchMove: unknown(`${noBatch}/move/check`, { start_date: '2027-05-10' }),
  moveStaffBatch: unknown(`${noBatch}/move`, { start_date: '2027-05-10', affected: [], notice: 'choice', reason }),
  listMovedStudents: unknown(`${noBatch}/move/students`),
  cancelStaffBatch: unknown(`${noBatch}/cancel`, { affected: [], reason }),
  getBatchRun: unknown(noRun),
  listRunStudents: unknown(`${noRun}/students`),
};
