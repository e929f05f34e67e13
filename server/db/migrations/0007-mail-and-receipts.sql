-- Mail is sent by the process once its cause is committed; a receipt says for ever what it said on its day.
alter table mail_outbox
  add column recipient_name text,
  add column html text,
  add column link text,
  -- 'dead': refused for good, or tried in vain for the last time.
  add column state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  -- Not to be tried before: the end of a pause after a failure, or of the lease of the sender that is at it.
  add column next_at timestamptz not null default now(),
  add column last_error text;
update mail_outbox set state = 'sent' where sent_at is not null;
alter table mail_outbox add check ((state = 'sent') = (sent_at is not null));
create index mail_outbox_due on mail_outbox (next_at, id) where state = 'waiting';

-- Null for codes: a new one replaces the last, a letter is there once.
alter table sandbox_messages add column dedupe_key text unique;

-- Who paid, to whom, under which reference: as it was at completion (server/orders/receipt-details.ts).
alter table orders add column receipt_details jsonb;
update orders o set receipt_details = jsonb_build_object(
  'student', (select jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
    'mobile', s.mobile, 'indos_number', s.indos_number) from students s where s.id = o.student_id),
  'academy', (select body from cms_documents where key = 'receipt'),
  'reference', (select replace(l.source, 'payment:', '') from ledger_entries l
    where l.order_id = o.id and l.account = 'revenue' limit 1))
where o.receipt_number is not null;
alter table orders add check ((receipt_number is null) = (receipt_details is null));
