-- Delete the content of sent emails: their links give access to accounts, and the rest is personal data.
update mail_outbox set body = '', html = null, link = null where state = 'sent';
alter table mail_outbox add check (state <> 'sent' or (body = '' and html is null and link is null));
