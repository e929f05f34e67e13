import type { Generated } from 'kysely';
import type { Day, OptionalTimestamp, Timestamp } from './columns.ts';

type Mark = 'present' | 'late' | 'absent' | 'excused';

type AttendanceMarkRow = {
  batch_id: number;
  student_id: string;
  day: Day;
  mark: Mark;
  marked_at: Timestamp;
  staff_id: string;
  removed_at: OptionalTimestamp;
};

type AttendanceHistoryRow = Omit<AttendanceMarkRow, 'mark' | 'removed_at'> & {
  id: Generated<number>;
  mark: Mark | 'removed';
  delivered_at: Timestamp;
  mark_id: string | null;
};

type CourseResultRow = {
  batch_id: number;
  student_id: string;
  result: 'passed' | 'failed';
  remark: string;
  staff_id: string;
  updated_at: Timestamp;
};

type CertificateRow = {
  number: string;
  year: number;
  serial: number;
  batch_id: number;
  student_id: string;
  code: Generated<string>;
  student_name: string;
  indos_number: string | null;
  course_name: string;
  start_date: Day;
  end_date: Day;
  issued_at: Timestamp;
  issued_by: string;
  revoked_at: OptionalTimestamp;
  revocation: string | null;
};

/** Tables of attendance, results and certificates (0046-rosters.sql, 0048-certificate-codes.sql,
 * 0049-attendance-deliveries.sql, 0053-removed-attendance.sql). */
export type RosterTables = {
  attendance_marks: AttendanceMarkRow;
  attendance_history: AttendanceHistoryRow;
  course_results: CourseResultRow;
  certificate_series: { year: number; last_serial: number };
  certificates: CertificateRow;
};
