import type { Generated } from 'kysely';
import type { ErrorSource, PageAction } from '../../../contract/telemetry.ts';
import type { Timestamp } from './columns.ts';

type SessionLogRow = {
  id: Generated<number>;
  student_id: string | null;
  action: 'login' | 'active';
  login_method: 'password' | 'whatsapp_otp' | 'email_otp' | null;
  at: Timestamp;
};

type PageLogRow = {
  id: Generated<number>;
  student_id: string | null;
  page_url: string;
  action: PageAction;
  at: Timestamp;
};

/** An error as the previous release stores it. This release inserts no rows into `client_errors`. */
type ClientErrorRow = {
  id: Generated<number>;
  source: ErrorSource;
  name: string;
  message: string;
  stack: string | null;
  status: number | null;
  code: string | null;
  release: string;
  user_agent: string;
  url_location: string;
  happened_at: Timestamp;
  at: Timestamp;
};

type ClientErrorGroupRow = {
  fingerprint: Buffer;
  source: ErrorSource;
  name: string;
  message: string;
  release: string;
  count: Generated<number>;
  first_at: Timestamp;
  last_at: Timestamp;
  stack: string | null;
  status: number | null;
  code: string | null;
  user_agent: string;
  url_location: string;
  happened_at: Timestamp;
};

/** Tables of the activity and errors that pages report (0009-accounts.sql, 0021-client-error-groups.sql). */
export type TelemetryTables = {
  session_logs: SessionLogRow;
  page_logs: PageLogRow;
  client_errors: ClientErrorRow;
  client_error_groups: ClientErrorGroupRow;
};
