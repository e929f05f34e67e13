-- Certificates are looked up by number and code. Without the code anybody could list them all, because the numbers are
-- consecutive. The database makes the code, so that certificates of a release that does not know the column have one too.
alter table certificates add column code text not null
  default upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
alter table certificates add column indos_number text;

-- The share of sessions, in percent, that a student must attend to get a certificate without staff giving a reason.
alter table courses add column needed_attendance smallint not null default 80 check (needed_attendance between 0 and 100);
