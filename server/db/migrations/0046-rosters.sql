-- Attendance, results and certificates of batches. Rows refer to the batch and the student instead of the enrolment,
-- because they must survive a cancelled or transferred booking. The roster shows only students who are booked on the
-- batch now.

-- The instructor of the content folder who is this staff member, if any. Instructors see only the rosters of their own
-- batches.
alter table staff_members add column instructor_id text unique references instructors on delete set null;

-- The present mark for each student and session. `marked_at` is the time by the device on which the mark was made. A mark
-- never replaces one that was made later, in whatever order they arrive.
create table attendance_marks (
  batch_id integer not null references batches,
  student_id uuid not null references students,
  day date not null,
  mark text not null check (mark in ('present', 'late', 'absent', 'excused')),
  marked_at timestamptz not null,
  staff_id uuid not null references staff_members,
  primary key (batch_id, student_id, day)
);

-- Every mark that ever arrived, even if a later one had been stored before it.
create table attendance_history (
  id bigint primary key generated always as identity,
  batch_id integer not null,
  student_id uuid not null,
  day date not null,
  mark text not null,
  marked_at timestamptz not null,
  staff_id uuid not null,
  delivered_at timestamptz not null
);
create index attendance_history_student on attendance_history (batch_id, student_id, id);
create trigger attendance_history_append_only before update or delete on attendance_history
  for each row execute function refuse_change();

create table course_results (
  batch_id integer not null references batches,
  student_id uuid not null references students,
  result text not null check (result in ('passed', 'failed')),
  remark text not null,
  staff_id uuid not null references staff_members,
  updated_at timestamptz not null,
  primary key (batch_id, student_id)
);

-- The last serial number of each year. It is raised in the transaction that stores the certificate, so that no number is
-- skipped.
create table certificate_series (year integer primary key, last_serial integer not null);

-- The texts of a certificate are stored with it, so that they stay the same if names change later.
create table certificates (
  number text primary key,
  year integer not null,
  serial integer not null,
  batch_id integer not null references batches,
  student_id uuid not null references students,
  student_name text not null,
  course_name text not null,
  start_date date not null,
  end_date date not null,
  issued_at timestamptz not null,
  issued_by uuid not null references staff_members,
  revoked_at timestamptz,
  revocation text,
  unique (year, serial),
  check ((revoked_at is null) = (revocation is null))
);
create unique index certificates_valid on certificates (batch_id, student_id) where revoked_at is null;
create index certificates_student on certificates (student_id);

-- The students of a batch.
create index enrolments_batch on enrolments (batch_id);
