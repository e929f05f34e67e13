-- Carts and orders look up whether a student has booked a batch. With the batch in the index, the lookup reads one entry
-- instead of all enrolments of the student (decision 121, "Read a fixed number of rows in each checkout").
create index if not exists enrolments_student_batch on enrolments (student_id, batch_id);
drop index if exists enrolments_student;
