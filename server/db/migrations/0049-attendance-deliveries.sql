-- The id that a device gives to a mark, so that a mark that is delivered twice is stored once. Marks of earlier releases have
-- none.
alter table attendance_history add column mark_id uuid unique;
