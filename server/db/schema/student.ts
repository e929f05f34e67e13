import type { ColumnType, Generated } from 'kysely';
import type { Address } from '../../../contract/student.ts';
import type { Day, DefaultJson, DefaultTimestamp, OptionalTimestamp, Timestamp } from './columns.ts';

/**
 * The statuses of a contact (an email address or phone number) of an account, as the columns `email_standing`,
 * `mobile_standing` and `whatsapp_number_standing` store them (0018-proven-contacts.sql). They decide whether the
 * contact may be used to sign in.
 * - `verified`: its holder has used a one-time code or a link that was sent to it.
 * - `unverified`: usable, because no contact of the account is verified yet, or because the student added it after
 *   verifying another one.
 * - `locked`: not usable, because another contact was verified first and this one may belong to somebody else.
 */
export const contactStatus = { verified: 'proven', unverified: 'open', locked: 'shut' } as const;
export type ContactStatus = (typeof contactStatus)[keyof typeof contactStatus];
/** The columns of a student with the email address and the phone numbers that can be used to sign in. */
export const contactFields = ['email', 'mobile', 'whatsapp_number'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactStatuses = Record<`${ContactField}_standing`, ContactStatus>;

export type StudentRow = {
  id: Generated<string>;
  first_name: string;
  last_name: string;
  email: string | null;
  mobile: string | null;
  whatsapp_number: string | null;
  dob: Day | null;
  indos_number: string | null;
  passport_number: string | null;
  house_number: string | null;
  address_line_2: string | null;
  address_line_3: string | null;
  street: string | null;
  village: string | null;
  post_office: string | null;
  police_station: string | null;
  district: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  correspondence_address: ColumnType<Address | null, string | null | undefined, string | null>;
  education: string | null;
  /**
   * The version of the terms and conditions that was in force when the student registered; null for imported students.
   * Versions that the student has accepted since are in `policy_acceptances`.
   */
  accepted_terms: ColumnType<string | null, string | null | undefined, string | null>;
  experience: DefaultJson<Array<{ position: string; company: string; period: string; description: string }>>;
  image_url: string | null;
  password_hash: string | null;
  is_default_password: Generated<boolean>;
  allowed_booking: Generated<boolean>;
  email_standing: Generated<ContactStatus>;
  mobile_standing: Generated<ContactStatus>;
  whatsapp_number_standing: Generated<ContactStatus>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

type SessionRow = {
  token_hash: Buffer;
  id: Generated<string>;
  student_id: string;
  user_agent: string | null;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
};

type LookupTicketRow = {
  token_hash: Buffer;
  student_id: string;
  expires_at: Timestamp;
  /**
   * `challenge_hash`: a keyed hash of the email address or phone number to which a one-time code was last sent.
   * `challenged_at`: when that was. Both are null if no code was sent.
   */
  challenge_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  challenged_at: OptionalTimestamp;
};

type UsedCodeTokenRow = { token_hash: Buffer; ticket_hash: Buffer; student_id: string; used_at: Timestamp };

type PasswordResetRow = {
  token_hash: Buffer;
  student_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: OptionalTimestamp;
};

type PasswordTriesRow = { key: string; tries: number; next_at: Timestamp };

type RateCounterRow = { key: string; hits: Date[]; last_at: Timestamp };

/** How much of a daily limit has been used, such as the bytes uploaded from one IP address. `day` is in UTC. */
type DailyUsageRow = { day: string; kind: string; key: string; amount: number };

/**
 * Tables of students, their sign-in sessions and the ways to sign in (0001-students.sql, 0009-accounts.sql,
 * 0019-stranger-proof-limits.sql).
 */
export type StudentTables = {
  students: StudentRow;
  sessions: SessionRow;
  lookup_tickets: LookupTicketRow;
  used_code_tokens: UsedCodeTokenRow;
  password_resets: PasswordResetRow;
  password_source_tries: PasswordTriesRow;
  rate_counters: RateCounterRow;
  /** Token buckets of the rate limits that several processes share (0028-several-processes.sql). */
  rate_buckets: { key: string; full_at: number; granted: number };
  daily_usage: DailyUsageRow;
};
