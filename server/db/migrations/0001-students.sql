-- Students, their sessions, and what they need to sign in.
create table students (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text,
  mobile text,
  whatsapp_number text,
  dob date,
  indos_number text,
  passport_number text,
  house_number text,
  address_line_2 text,
  address_line_3 text,
  street text,
  village text,
  post_office text,
  police_station text,
  district text,
  city text,
  state text,
  pincode text,
  correspondence_address jsonb,
  education text,
  experience jsonb not null default '[]',
  image_url text,
  password_hash text,
  is_default_password boolean not null default false,
  allowed_booking boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index students_email on students (lower(email)) where email is not null;
create unique index students_indos on students (upper(indos_number)) where indos_number is not null;
create unique index students_passport on students (upper(passport_number)) where passport_number is not null;
-- Not unique, because members of a family may share a phone. A lookup finds the oldest account.
create index students_mobile on students (mobile, created_at) where mobile is not null;

create table sessions (
  token_hash bytea primary key,
  id uuid not null unique default gen_random_uuid(),
  student_id uuid not null references students on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_student on sessions (student_id);

-- A lookup ticket names the student whom a browser has looked up, for ten minutes. Requesting the contact and signing
-- in by a one-time code require it.
create table lookup_tickets (
  token_hash bytea primary key,
  student_id uuid not null references students on delete cascade,
  expires_at timestamptz not null
);

-- Each token of the one-time-code provider can be used once. A retry is accepted only from the browser whose lookup
-- ticket used it.
create table used_code_tokens (
  token_hash bytea primary key,
  ticket_hash bytea not null,
  student_id uuid not null references students on delete cascade,
  used_at timestamptz not null
);

create table rate_counters (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
