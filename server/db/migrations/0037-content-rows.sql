-- What the content folder last said about each row, and what the load wrote into it (decision 142, "Never load over what
-- staff changed"). If a row's present value differs from the written one, staff have changed it.
create table content_rows (
  kind text not null,
  key text not null,
  content jsonb not null,
  written jsonb not null,
  primary key (kind, key)
);

-- The files of the content folder as they were loaded last, for the export.
create table content_files (
  path text primary key,
  body text not null
);

insert into content_rows (kind, key, content, written)
select 'batch', b.course_id || '/' || b.content_key,
  said.fields || jsonb_build_object('status', coalesce(d.content_status, b.status),
    'capacity', coalesce(d.content_capacity, b.capacity), 'office_seats', null),
  said.fields || jsonb_build_object(
    'status', case when d.staff_status is null then b.status else coalesce(d.content_status, b.status) end,
    'capacity', case when d.staff_capacity is null then b.capacity else coalesce(d.content_capacity, b.capacity) end,
    'office_seats', (select coalesce(sum(s.seats), 0) from seat_claims s where s.batch_id = b.id and s.kind = 'office'))
from batches b
left join batch_decisions d on d.batch_id = b.id
cross join lateral (select jsonb_build_object('start_date', b.start_date, 'end_date', b.end_date, 'publication', 'published',
  'venue_id', null, 'instructor_id', null, 'sessions', '[]'::jsonb) as fields) said
where b.content_key is not null;

insert into content_rows (kind, key, content, written)
select 'cms_documents', d.key, said.fields, said.fields
from cms_documents d
cross join lateral (select jsonb_object_agg('body.' || field.key, coalesce(s.content_value, field.value)) as fields
  from jsonb_each(d.body) field left join staff_settings s on s.name = field.key) said
where d.key = 'booking-settings' and jsonb_typeof(d.body) = 'object';
