-- Whether each contact of a student is verified (decision 24, "Trust a contact only after its holder has verified it").
-- Contacts of existing and imported students count as verified ('proven'). Those of a new registration are usable but
-- unverified ('open'). When the first contact of an account is verified, its other unverified contacts are locked
-- ('shut').
alter table students
  add column email_standing text not null default 'proven' check (email_standing in ('open', 'shut', 'proven')),
  add column mobile_standing text not null default 'proven' check (mobile_standing in ('open', 'shut', 'proven')),
  add column whatsapp_number_standing text not null default 'proven'
    check (whatsapp_number_standing in ('open', 'shut', 'proven'));
