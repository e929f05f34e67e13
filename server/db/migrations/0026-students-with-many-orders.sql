-- Placing an order must not become slower with the number of orders that a student has paid (decision 118, "Look only at
-- unpaid orders when an order is placed"). The first index leaves out paid orders; the second finds a booked batch
-- without reading the student's other enrolments.
create index orders_unpaid on orders (student_id, created_at)
  where state in ('awaiting_payment', 'declined', 'expired', 'replaced');
create index enrolments_student_batch on enrolments (student_id, batch_id);
drop index enrolments_student;
