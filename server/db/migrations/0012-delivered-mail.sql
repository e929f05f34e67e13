-- What a letter said is nobody's business once it is delivered: links in it are keys to accounts, the rest is personal.
update mail_outbox set body = '', html = null, link = null where state = 'sent';
alter table mail_outbox add check (state <> 'sent' or (body = '' and html is null and link is null));
