-- The courses that must be completed before a course: a list of { id, course_name }, from the content folder. It is a column
-- of its own because every cart reads it, and `detail` is too large for that (docs/product.md#dates-that-fit).
alter table courses add column prerequisites jsonb not null default '[]';

-- The dates of a booked course, as in the order. With the index, placing an order finds the booked dates that may clash
-- without reading the student's other enrolments (decision 130, "Let students confirm dates that clash"). Enrolments that
-- the previous release inserts have no dates, and are left out of the check.
alter table enrolments add column start_date date, add column end_date date;
update enrolments e set start_date = c.batch_start_date, end_date = c.batch_end_date
  from order_items i join order_item_courses c on c.order_item_id = i.id
  where i.order_id = e.order_id and c.course_id = e.course_id;
create index enrolments_student_dates on enrolments (student_id, end_date, start_date);
