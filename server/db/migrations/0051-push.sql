-- Push messages (decision 153, "Send push messages only to devices that are signed in").

-- A browser in which a student has turned on push messages. The row is deleted with the browser's session, so a device
-- that was signed out gets no messages. `disabled_at`: when the push service stopped accepting our key for it.
create table push_subscriptions (
  id bigint primary key generated always as identity,
  student_id uuid not null references students on delete cascade,
  session_id uuid not null unique references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  disabled_at timestamptz
);
create index push_subscriptions_student on push_subscriptions (student_id);

-- The kinds of push messages that a student has turned off, or on again. Without a row, a kind is on.
create table notification_preferences (
  student_id uuid not null references students on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'batch', 'document', 'seat')),
  is_on boolean not null,
  primary key (student_id, kind)
);

-- One row for each event and device, written in the transaction of the event. `tag`: on the device, a newer message
-- replaces an older one with the same tag. `content` is deleted once the message was sent or has been given up.
create table push_outbox (
  id bigint primary key generated always as identity,
  dedupe_key text not null,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'batch', 'document', 'seat')),
  tag text not null,
  content jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (dedupe_key, subscription_id),
  check ((state = 'waiting') = (content is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index push_outbox_due on push_outbox (next_at, id) where state = 'waiting';
create index push_outbox_subscription on push_outbox (subscription_id, tag, id);
create index push_outbox_created on push_outbox (created_at);
