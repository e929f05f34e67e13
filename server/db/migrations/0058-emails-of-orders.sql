-- The order that an email is about: its history in the console shows the email, and staff can send it again (decision 161,
-- "Store the order that an email is about").
alter table mail_outbox add column order_id text;

update mail_outbox set order_id = split_part(dedupe_key, ':', 2)
  where dedupe_key ~ '^order-(completed|refund-due|cancelled|transferred):';
update mail_outbox set order_id = split_part(dedupe_key, ':', 3) where dedupe_key like 'batch-run:%';
update mail_outbox m set order_id = a.order_id from payment_attempts a
  where m.dedupe_key like 'payment-failed:%' and a.id = split_part(m.dedupe_key, ':', 2);
update mail_outbox m set order_id = r.order_id from refunds r
  where m.dedupe_key like 'refund-sent:%' and r.id = split_part(m.dedupe_key, ':', 2);
update mail_outbox m set order_id = e.order_id from enrolments e
  where m.dedupe_key like 'joining:%' and e.batch_id::text = split_part(m.dedupe_key, ':', 2)
    and e.student_id::text = split_part(m.dedupe_key, ':', 3);

create index mail_outbox_order on mail_outbox (order_id) where order_id is not null;
