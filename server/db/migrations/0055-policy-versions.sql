-- Every text of a policy or of the booking terms that was ever in force, so that a text stays readable for those who
-- accepted it. The trigger stores the text, whether a load of content, a command or the console has changed it.
create table policy_versions (
  id bigint primary key generated always as identity,
  document text not null,
  version text not null,
  body jsonb not null,
  in_force_since timestamptz not null default now(),
  unique (document, version)
);
create trigger policy_versions_append_only before update or delete on policy_versions
  for each row execute function refuse_change();

-- A policy's version is its effective date. If the policy was changed again on that date, a number follows: 2027-01-01,
-- 2027-01-01-2. Booking terms have versions of their own.
create function store_policy_version() returns trigger language plpgsql as $$
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
  elsif effective is not null
    and not exists (select from policy_versions p where p.document = new.key and p.body = new.body) then
    select count(*) into versions from policy_versions p
      where p.document = new.key and (p.version = effective or p.version like effective || '-%');
    insert into policy_versions (document, version, body)
    values (new.key, effective || case when versions = 0 then '' else '-' || (versions + 1) end, new.body);
  end if;
  return null;
end $$;
create trigger cms_documents_policy_version after insert or update of body on cms_documents
  for each row when (new.key in ('terms', 'refund-policy', 'privacy-policy', 'booking-settings'))
  execute function store_policy_version();
update cms_documents set body = body where key in ('terms', 'refund-policy', 'privacy-policy', 'booking-settings');

-- The version of the terms that were in force when the student registered and accepted them.
alter table students add column accepted_terms text;
