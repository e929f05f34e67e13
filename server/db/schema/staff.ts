import type { ColumnType, Generated } from 'kysely';
import type { DefaultMoment, Json, Paise } from './columns.ts';

type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

export type AuditEntryRow = {
  id: Generated<number>;
  at: DefaultMoment;
  actor: string;
  command: string;
  arguments: Json<Record<string, unknown>>;
  before: OptionalJson;
  after: OptionalJson;
};

export type WalletEntryRow = {
  id: Generated<number>;
  student_id: string;
  type: 'credit' | 'debit';
  amount_paise: Paise;
  description: string;
  status: 'completed' | 'pending' | 'failed';
  reference: string;
  created_at: DefaultMoment;
};

export type SubmissionRow = {
  id: Generated<number>;
  kind: 'contact' | 'grievance';
  reference: string;
  body: Json<Record<string, unknown>>;
  student_id: string | null;
  created_at: DefaultMoment;
  state: Generated<'received' | 'forwarded' | 'closed'>;
};

export type StaffSettingRow = {
  name: string;
  value: Json<unknown>;
  content_value: Json<unknown>;
  set_at: DefaultMoment;
};

export type BatchDecisionRow = {
  batch_id: number;
  content_status: 'open' | 'closed' | null;
  content_capacity: number | null;
  staff_status: 'open' | 'closed' | null;
  staff_capacity: number | null;
};

/** Tables of what staff do and what waits for them (0008-staff.sql). */
export type StaffTables = {
  audit_entries: AuditEntryRow;
  wallet_entries: WalletEntryRow;
  submissions: SubmissionRow;
  staff_settings: StaffSettingRow;
  batch_decisions: BatchDecisionRow;
};
