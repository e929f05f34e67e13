-- When a mark was taken back. The mark counts again if it is set later than that; `marked_at` is the later of the two times, so
-- that an older mark that arrives afterwards changes nothing. The history has 'removed' as its mark.
alter table attendance_marks add column removed_at timestamptz;
