-- Indexes for lists of enquiries by kind and by assigned staff member, newest first.
create index submissions_kind on submissions (kind, id desc);
create index submissions_assigned on submissions (assigned_to, id desc) where assigned_to is not null;

-- For the report of refunds, which reads what is owed to students by time.
create index ledger_entries_refunds_payable on ledger_entries (at) include (amount_paise) where account = 'refunds_payable';
