-- A session that a recovery code has opened has no `verified_at` until a second factor is used in it.
alter table staff_sessions drop constraint staff_sessions_check;
alter table staff_sessions add constraint staff_sessions_check check (stage = 'signedIn' or verified_at is null);

-- The references of payments at the office and of refunds, in any case, for the search of the console and the list of orders.
-- The collation "C" lets an index find the beginnings of references.
create index provider_payments_office_reference_start on provider_payments (lower(reference) collate "C")
  where reference is not null;
create index refunds_reference_start on refunds (lower(provider_ref) collate "C") where provider_ref is not null;
