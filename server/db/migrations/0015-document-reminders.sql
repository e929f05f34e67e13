-- Days before the last day at which the student was last reminded (contract/documents.ts, reminderDays); null: not yet for this day.
alter table student_documents add column reminded_days smallint check (reminded_days in (90, 30, 7));
