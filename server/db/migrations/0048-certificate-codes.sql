-- A certificate is checked by its number and a code, because numbers follow one another and could be listed. The database
-- makes the code, so that a release that does not know the column still issues certificates that can be checked.
alter table certificates add column code text not null
  default upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
alter table certificates add column indos_number text;

-- The share of sessions, in percent, that a student must attend for a certificate without a reason.
alter table courses add column needed_attendance smallint not null default 80 check (needed_attendance between 0 and 100);
