-- The id that a device gives to a mark. A mark that arrives twice is therefore stored only once. Marks of earlier
-- releases have no id.
alter table attendance_history add column mark_id uuid unique;
