-- A session that a recovery code has opened has no `verified_at` until a second factor is used in it.
alter table staff_sessions drop constraint staff_sessions_check;
alter table staff_sessions add constraint staff_sessions_check check (stage = 'signedIn' or verified_at is null);
