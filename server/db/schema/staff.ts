import type { ColumnType, Generated } from 'kysely';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { DefaultTimestamp, Json, OptionalTimestamp, Paise, Timestamp } from './columns.ts';

type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

type AuditEntryRow = {
  id: Generated<number>;
  at: DefaultTimestamp;
  actor: string;
  command: string;
  arguments: Json<Record<string, unknown>>;
  before: OptionalJson;
  after: OptionalJson;
  staff_id: string | null;
  subject: string | null;
  reason: string | null;
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
  state: Generated<'received' | 'forwarded' | 'in_work' | 'answered' | 'closed'>;
  assigned_to: string | null;
};

type SubmissionEntryRow = {
  id: Generated<number>;
  submission_id: number;
  kind: 'reply' | 'note';
  staff_id: string;
  text: string;
  message_id: string | null;
  created_at: Timestamp;
};

type ReplyTemplateRow = { id: Generated<number>; name: string; text: string; updated_at: Timestamp };

type StudentNoteRow = {
  id: Generated<number>;
  student_id: string;
  staff_id: string;
  text: string;
  created_at: Timestamp;
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

type StaffMemberRow = {
  id: Generated<string>;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  state: 'invited' | 'active' | 'disabled';
  is_demo: Generated<boolean>;
  created_at: Timestamp;
  instructor_id: string | null;
};

type StaffInvitationRow = {
  token_hash: Buffer;
  staff_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
};

type StaffSessionRow = {
  id: Generated<string>;
  token_hash: Buffer;
  staff_id: string;
  stage: 'password' | 'invitation' | 'signedIn';
  invitation_hash: Buffer | null;
  challenge: string | null;
  sealed_totp: Buffer | null;
  tries: Generated<number>;
  user_agent: string | null;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  verified_at: OptionalTimestamp;
  expires_at: Timestamp;
};

type StaffTotpRow = { staff_id: string; sealed_secret: Buffer; last_step: number; created_at: Timestamp };

type StaffPasskeyRow = {
  id: Generated<string>;
  staff_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Json<string[]>;
  name: string;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
};

type StaffRecoveryCodeRow = { staff_id: string; code_hash: Buffer; used_at: OptionalTimestamp };

type StaffSignInRow = {
  id: Generated<number>;
  staff_id: string;
  at: Timestamp;
  event: 'signedIn' | 'wrongPassword' | 'wrongCode' | 'steppedUp' | 'signedOut';
  method: 'password' | 'totp' | 'passkey' | 'recovery' | 'invitation';
  user_agent: string | null;
  address: string;
};

/**
 * Tables of the audit log, wallets, submitted forms and settings that staff changed (0008-staff.sql, 0040-people.sql),
 * and of staff accounts (0038-staff-accounts.sql).
 */
export type StaffTables = {
  audit_entries: AuditEntryRow;
  wallet_entries: WalletEntryRow;
  submissions: SubmissionRow;
  submission_entries: SubmissionEntryRow;
  reply_templates: ReplyTemplateRow;
  student_notes: StudentNoteRow;
  staff_settings: StaffSettingRow;
  batch_decisions: BatchDecisionRow;
  staff_members: StaffMemberRow;
  staff_invitations: StaffInvitationRow;
  staff_sessions: StaffSessionRow;
  staff_totp: StaffTotpRow;
  staff_passkeys: StaffPasskeyRow;
  staff_recovery_codes: StaffRecoveryCodeRow;
  staff_sign_ins: StaffSignInRow;
};
