import { unknownObject as unknown } from './foreign-object.ts';

const reason = 'as agreed';

const noBatch = '/api/staff/batches/999999999';
const noRun = '/api/staff/batch-runs/999999999';

/**
 * Requests with ids that do not exist, by endpoint name, for all staff calls whose path contains the id of a batch or
 * of a batch run (the follow-up of a moved or cancelled batch).
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
