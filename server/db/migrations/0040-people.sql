-- What staff do with students, their documents, and enquiries in the console.

-- The words by which staff find a student: names, email address, phone numbers, INDOS and passport numbers. The beginning
-- of a word is enough.
create function student_words(variadic texts text[]) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(
    select left(word, 200) from regexp_split_to_table(lower(array_to_string(texts, ' ')), '\s+') word where word <> ''));
alter table students add column search_words tsvector generated always as
  (student_words(first_name, last_name, email, mobile, whatsapp_number, indos_number, passport_number)) stored;
create index students_search on students using gin (search_words);
create index students_newest on students (created_at desc, id desc);

-- Internal notes about students. Rows are never changed or deleted.
create table student_notes (
  id bigint primary key generated always as identity,
  student_id uuid not null references students,
  staff_id uuid not null references staff_members,
  text text not null,
  created_at timestamptz not null
);
create index student_notes_student on student_notes (student_id, id desc);
create trigger student_notes_append_only before update or delete on student_notes
  for each row execute function refuse_change();

-- Whether staff have verified a document. If a document's last day is changed, it has to be verified again.
alter table student_documents
  add column state text not null default 'waiting' check (state in ('waiting', 'verified', 'rejected')),
  add column rejection text,
  add column reviewed_by uuid references staff_members,
  add column reviewed_at timestamptz,
  add check ((state = 'rejected') = (rejection is not null)),
  add check ((state = 'waiting') = (reviewed_at is null));
create index student_documents_state on student_documents (state, created_at, id);

-- Enquiries and grievances are answered in the console, which shows 'received' as new. Only the first 500 characters of a
-- text are searched, because an index of long texts needs several times their space.
alter table submissions drop constraint submissions_state_check;
alter table submissions
  add constraint submissions_state_check check (state in ('received', 'forwarded', 'in_work', 'answered', 'closed')),
  add column assigned_to uuid references staff_members,
  add column search_words tsvector generated always as (to_tsvector('simple', reference || ' '
    || coalesce(body ->> 'name', '') || ' ' || coalesce(body ->> 'email', '') || ' ' || coalesce(body ->> 'phone', '') || ' '
    || coalesce(body ->> 'contact', '') || ' ' || coalesce(body ->> 'subject', '') || ' '
    || left(coalesce(body ->> 'message', body ->> 'grievance', ''), 500))) stored;
create index submissions_search on submissions using gin (search_words);
create index submissions_state on submissions (state, id desc);
create index submissions_student on submissions (student_id, id desc) where student_id is not null;

-- Replies by email and internal notes. Rows are never changed or deleted. `message_id` is the Message-ID of a reply.
create table submission_entries (
  id bigint primary key generated always as identity,
  submission_id bigint not null references submissions,
  kind text not null check (kind in ('reply', 'note')),
  staff_id uuid not null references staff_members,
  text text not null,
  message_id text unique,
  created_at timestamptz not null,
  check ((kind = 'reply') = (message_id is not null))
);
create index submission_entries_submission on submission_entries (submission_id, id);
create trigger submission_entries_append_only before update or delete on submission_entries
  for each row execute function refuse_change();

-- Texts that staff use again and again in replies.
create table reply_templates (
  id integer primary key generated always as identity,
  name text not null unique,
  text text not null,
  updated_at timestamptz not null
);

-- Headers that assign an email written by a person to its conversation: Message-ID, In-Reply-To, References and Reply-To.
alter table mail_outbox add column conversation jsonb;
