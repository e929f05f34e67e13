-- Carts and orders look up whether a student has booked a batch. With the batch in the index, the lookup reads one entry
-- instead of all enrolments of the student (decision 121, "Read a fixed number of rows in each checkout").
create index if not exists enrolments_student_batch on enrolments (student_id, batch_id);
drop index if exists enrolments_student;

-- An index for finding the courses that contain a word (decision 122, "Search courses by trigrams"). The extension is
-- part of PostgreSQL's contributed modules, which not every server has installed or permits. Without it, a search reads
-- all courses.
do $$
begin
  create extension if not exists pg_trgm;
  create index courses_search on courses using gin (search_text gin_trgm_ops);
exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
  raise notice 'courses_search was not created: %', sqlerrm;
end $$;
