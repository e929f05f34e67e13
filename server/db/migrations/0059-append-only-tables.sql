-- Tables whose rows cannot be changed or deleted cannot be truncated either. This needs a trigger of its own, because
-- triggers for rows do not run on `truncate`.
do $$
declare
  append_only regclass;
begin
  for append_only in
    select distinct tgrelid::regclass from pg_trigger where tgfoid = 'refuse_change'::regproc and not tgisinternal
  loop
    execute format('create trigger %I before truncate on %s for each statement execute function refuse_change()',
      (select relname from pg_class where oid = append_only) || '_not_truncated', append_only);
  end loop;
end $$;
