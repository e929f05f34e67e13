-- Files that students upload. A row is inserted before the file's first byte is stored and deleted after its last byte
-- is removed, so that the cleanup job finds every stored file by its row.
create table files (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references students,
  purpose text not null check (purpose in ('document', 'image')),
  -- 'receiving': the file may be incomplete. 'stored': it is complete and checked. 'dropped': its bytes, then its row
  -- have to be removed.
  state text not null default 'receiving' check (state in ('receiving', 'stored', 'dropped')),
  media_type text,
  bytes integer check (bytes > 0),
  sha256 bytea,
  created_at timestamptz not null default now(),
  -- When a document or profile began to refer to the file. A file that nothing refers to is dropped after a day.
  attached_at timestamptz,
  check (state <> 'stored' or (media_type is not null and bytes is not null and sha256 is not null)),
  check (attached_at is null or state = 'stored')
);
-- An index for the cleanup job: it finds the files that nothing refers to, including dropped ones.
create index files_loose on files (created_at) where attached_at is null;
create index files_student on files (student_id);

create table student_documents (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references students,
  file_id uuid not null unique references files,
  name text not null,
  category text not null check (category in ('academic', 'financial', 'personal')),
  expires_on date,
  created_at timestamptz not null default now()
);
create index student_documents_student on student_documents (student_id, created_at desc);
create index student_documents_expiry on student_documents (expires_on) where expires_on is not null;
