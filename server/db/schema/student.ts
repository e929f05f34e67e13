import type { ColumnType, Generated } from 'kysely';
import type { Address } from '../../../contract/student.ts';
import type { Day, DefaultJson, DefaultMoment, Moment, OptionalMoment } from './columns.ts';

/**
 * What a contact is worth as a way in: `proven` by a code or a mailed link; `open` while nobody has proven any, or typed in by
 * who had; `shut` where somebody else's proof came first (0018-proven-contacts.sql).
 */
export type ContactStanding = 'open' | 'shut' | 'proven';
export type ContactStandings = Record<
  'email_standing' | 'mobile_standing' | 'whatsapp_number_standing',
  ContactStanding
>;

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
  experience: DefaultJson<Array<{ position: string; company: string; period: string; description: string }>>;
  image_url: string | null;
  password_hash: string | null;
  is_default_password: Generated<boolean>;
  allowed_booking: Generated<boolean>;
  email_standing: Generated<ContactStanding>;
  mobile_standing: Generated<ContactStanding>;
  whatsapp_number_standing: Generated<ContactStanding>;
  created_at: DefaultMoment;
  updated_at: DefaultMoment;
};

export type SessionRow = {
  token_hash: Buffer;
  id: Generated<string>;
  student_id: string;
  user_agent: string | null;
  created_at: Moment;
  last_seen_at: Moment;
  expires_at: Moment;
};

export type LookupTicketRow = { token_hash: Buffer; student_id: string; expires_at: Moment };

export type UsedCodeTokenRow = { token_hash: Buffer; ticket_hash: Buffer; student_id: string; used_at: Moment };

export type PasswordResetRow = {
  token_hash: Buffer;
  student_id: string;
  created_at: Moment;
  expires_at: Moment;
  used_at: OptionalMoment;
};

export type PasswordTriesRow = { user_id: string; tries: number; next_at: Moment };

export type RateCounterRow = { key: string; hits: Date[]; last_at: Moment };

/** Tables of students, their sessions and how they get in (0001-students.sql, 0009-accounts.sql). */
export type StudentTables = {
  students: StudentRow;
  sessions: SessionRow;
  lookup_tickets: LookupTicketRow;
  used_code_tokens: UsedCodeTokenRow;
  password_resets: PasswordResetRow;
  password_tries: PasswordTriesRow;
  rate_counters: RateCounterRow;
};
