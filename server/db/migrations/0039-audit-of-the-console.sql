-- The audit log also records what staff members do in the console: who did what to which object, and why (decision 144,
-- "Record staff actions in one audit log").
alter table audit_entries
  add column staff_id uuid references staff_members,
  add column subject text,
  add column reason text;
create index audit_entries_actor on audit_entries (lower(actor) text_pattern_ops, id desc);
create index audit_entries_command on audit_entries (command text_pattern_ops, id desc);

-- Joins all texts of an entry, for the search in the console.
create function audit_text(actor text, command text, subject text, reason text, arguments jsonb, before jsonb, after jsonb)
  returns text language sql immutable parallel safe
  return lower(coalesce(actor, '') || ' ' || coalesce(command, '') || ' ' || coalesce(subject, '') || ' '
    || coalesce(reason, '') || ' ' || coalesce(arguments::text, '') || ' ' || coalesce(before::text, '') || ' '
    || coalesce(after::text, ''));

-- Not every server permits the extension. Without it, a search reads all entries.
do $$
begin
  create extension if not exists pg_trgm;
  create index audit_entries_text on audit_entries
    using gin (audit_text(actor, command, subject, reason, arguments, before, after) gin_trgm_ops);
exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
  raise notice 'audit_entries_text was not created: %', sqlerrm;
end $$;
