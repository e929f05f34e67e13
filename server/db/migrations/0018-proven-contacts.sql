-- Whose contacts have been proven (docs/decisions/0024): what is there already, and what staff import, counts as proven;
-- what somebody registers with is open until a first proof, which shuts the others as ways in.
alter table students
  add column email_standing text not null default 'proven' check (email_standing in ('open', 'shut', 'proven')),
  add column mobile_standing text not null default 'proven' check (mobile_standing in ('open', 'shut', 'proven')),
  add column whatsapp_number_standing text not null default 'proven'
    check (whatsapp_number_standing in ('open', 'shut', 'proven'));
