-- Accounts of staff members, apart from students (docs/product.md#staff-console). The roles are in the contract.
create table staff_members (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text not null,
  role text not null,
  password_hash text,
  state text not null check (state in ('invited', 'active', 'disabled')),
  is_demo boolean not null default false,
  created_at timestamptz not null,
  check (state <> 'active' or password_hash is not null)
);
create unique index staff_members_email on staff_members (email);

-- Emailed links by which a staff member sets up the account. A link is used up when the second factor is set up.
create table staff_invitations (
  token_hash bytea primary key,
  staff_id uuid not null references staff_members,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitations_member on staff_invitations (staff_id, created_at);

-- Browsers in which a staff member is signed in (`signedIn`) or in which the sign-in still needs the second factor:
-- `password` after a password, `invitation` after an invitation link. `tries` counts wrong codes. `challenge` is what a
-- passkey has to sign.
create table staff_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  staff_id uuid not null references staff_members,
  stage text not null check (stage in ('password', 'invitation', 'signedIn')),
  invitation_hash bytea references staff_invitations,
  challenge text,
  sealed_totp bytea,
  tries integer not null default 0,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  verified_at timestamptz,
  expires_at timestamptz not null,
  check ((stage = 'signedIn') = (verified_at is not null)),
  check ((stage = 'invitation') = (invitation_hash is not null))
);
create index staff_sessions_member on staff_sessions (staff_id);

-- Second factors. The secret of an authenticator app is encrypted with a key derived from SECRET. `last_step` is the
-- number of the 30-second period of the last accepted code, so that no code is accepted twice.
create table staff_totp (
  staff_id uuid primary key references staff_members,
  sealed_secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null
);
create table staff_passkeys (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff_members,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_member on staff_passkeys (staff_id);
create table staff_recovery_codes (
  staff_id uuid not null references staff_members,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- The sign-in log of each account.
create table staff_sign_ins (
  id bigint primary key generated always as identity,
  staff_id uuid not null references staff_members,
  at timestamptz not null,
  event text not null,
  method text not null,
  user_agent text,
  address text not null
);
create index staff_sign_ins_member on staff_sign_ins (staff_id, id desc);
