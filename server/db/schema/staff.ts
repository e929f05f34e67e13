import type { ColumnType, Generated } from 'kysely';
import type { DefaultTimestamp, Json, Paise } from './columns.ts';

type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

type AuditEntryRow = {
  id: Generated<number>;
  at: DefaultTimestamp;
  actor: string;
  command: string;
  arguments: Json<Record<string, unknown>>;
  before: OptionalJson;
  after: OptionalJson;
};

type WalletEntryRow = {
  id: Generated<number>;
  student_id: string;
  type: 'credit' | 'debit';
  amount_paise: Paise;
  description: string;
  status: 'completed' | 'pending' | 'failed';
  reference: string;
  created_at: DefaultTimestamp;
};

type SubmissionRow = {
  id: Generated<number>;
  kind: 'contact' | 'grievance';
  reference: string;
  body: Json<Record<string, unknown>>;
  student_id: string | null;
  created_at: DefaultTimestamp;
  state: Generated<'received' | 'forwarded' | 'closed'>;
};

type StaffSettingRow = {
  name: string;
  value: Json<unknown>;
  content_value: Json<unknown>;
  set_at: DefaultTimestamp;
};

type BatchDecisionRow = {
  batch_id: number;
  content_status: 'open' | 'closed' | null;
  content_capacity: number | null;
  staff_status: 'open' | 'closed' | null;
  staff_capacity: number | null;
};

/** Tables of staff actions, settings, and submissions that wait for staff (0008-staff.sql). */
export type StaffTables = {
  audit_entries: AuditEntryRow;
  wallet_entries: WalletEntryRow;
  submissions: SubmissionRow;
  staff_settings: StaffSettingRow;
  batch_decisions: BatchDecisionRow;
};
