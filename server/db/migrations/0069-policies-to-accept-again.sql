-- Students accept the terms when they register. When staff publish a changed policy, they choose whether students must
-- accept this version again (docs/product.md#content-in-the-console).

-- The choice for a publication at a later time; null if no time is set, or if a release without this choice has set it.
alter table content_drafts add column schedule_must_accept boolean;

-- The version of the policy that students must accept since this publication; null if there is none to accept.
alter table content_versions add column version_to_accept bigint references policy_versions;
create index content_versions_to_accept on content_versions (document, id desc) where version_to_accept is not null;

-- The versions that students have accepted since they registered. What they accepted at registration is in
-- `students.accepted_terms`. Rows are never changed or deleted.
create table policy_acceptances (
  student_id uuid not null references students,
  policy_version_id bigint not null references policy_versions,
  accepted_at timestamptz not null,
  primary key (student_id, policy_version_id)
);
create trigger policy_acceptances_append_only before update or delete on policy_acceptances
  for each row execute function refuse_change();
create trigger policy_acceptances_not_truncated before truncate on policy_acceptances
  for each statement execute function refuse_change();

-- A text that is restored is a new version too. Before, a policy that was changed and restored on the same day kept the
-- version of the change as its newest one.
create or replace function store_policy_version() returns trigger language plpgsql as $$
declare
  effective text := new.body ->> 'effectiveDate';
  versions integer;
begin
  if new.key = 'booking-settings' then
    insert into policy_versions (document, version, body)
    select new.key, new.body ->> 'terms_version', jsonb_build_object('terms_title', new.body -> 'terms_title',
      'terms_content', new.body -> 'terms_content', 'terms_checkbox_text', new.body -> 'terms_checkbox_text')
    where new.body ->> 'terms_version' is not null
    on conflict do nothing;
  elsif effective is not null and new.body is distinct from
    (select p.body from policy_versions p where p.document = new.key order by p.id desc limit 1) then
    select count(*) into versions from policy_versions p
      where p.document = new.key and (p.version = effective or p.version like effective || '-%');
    insert into policy_versions (document, version, body)
    values (new.key, effective || case when versions = 0 then '' else '-' || (versions + 1) end, new.body);
  end if;
  return null;
end $$;
