-- How many days before the document's expiry the student was last reminded (`reminderDays` in contract/documents.ts).
-- Null if no reminder has been sent for the current expiry date.
alter table student_documents add column reminded_days smallint check (reminded_days in (90, 30, 7));
