-- When a mark was removed. The mark counts again if it is set later than that. A removal also sets `marked_at` to its
-- time, so that an older mark that arrives afterwards changes nothing. The history stores a removal as the mark
-- 'removed'.
alter table attendance_marks add column removed_at timestamptz;
