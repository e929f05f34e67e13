-- Idempotency keys, emails to send, and the sandbox that replaces the hosted providers.
create table idempotency_keys (
  subject text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (subject, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table mail_outbox (
  id bigint primary key generated always as identity,
  dedupe_key text not null unique,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0
);

create table sandbox_messages (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  channel text not null check (channel in ('whatsapp', 'email', 'mail')),
  recipient text not null,
  code text,
  link text,
  subject text,
  text text not null
);

create table sandbox_codes (
  request_id text primary key,
  identifier text not null,
  channel text not null,
  code text not null,
  tries integer not null default 0,
  is_verified boolean not null default false,
  token_hash bytea unique,
  token_used_at timestamptz,
  created_at timestamptz not null default now()
);

create table sandbox_payments (
  session_id text primary key,
  provider_order_id text not null unique,
  amount_paise bigint not null,
  return_url text not null,
  state text not null check (state in ('active', 'paid', 'declined', 'pending', 'expired')),
  payment_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
