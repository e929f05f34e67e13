-- Emails are sent after the transaction that queued them. Receipts keep the details of the day on which the order was
-- completed.
alter table mail_outbox
  add column recipient_name text,
  add column html text,
  add column link text,
  -- 'dead': refused permanently, or the last attempt has failed.
  add column state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  -- The email is not sent before this time: the end of the pause after a failed attempt, or of the lease of the process
  -- that is sending it.
  add column next_at timestamptz not null default now(),
  add column last_error text;
update mail_outbox set state = 'sent' where sent_at is not null;
alter table mail_outbox add check ((state = 'sent') = (sent_at is not null));
create index mail_outbox_due on mail_outbox (next_at, id) where state = 'waiting';

-- The email's dedupe key: an email with the same key is stored only once. Null for a one-time code, because each new
-- code replaces the previous one.
alter table sandbox_messages add column dedupe_key text unique;

-- The student, the academy and the payment reference on the day of completion
-- (server/orders/receipts/receipt-details.ts).
alter table orders add column receipt_details jsonb;
update orders o set receipt_details = jsonb_build_object(
  'student', (select jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
    'mobile', s.mobile, 'indos_number', s.indos_number) from students s where s.id = o.student_id),
  'academy', (select body from cms_documents where key = 'receipt'),
  'reference', (select replace(l.source, 'payment:', '') from ledger_entries l
    where l.order_id = o.id and l.account = 'revenue' limit 1))
where o.receipt_number is not null;
alter table orders add check ((receipt_number is null) = (receipt_details is null));
