-- Finds out, from the message of the last attempt, why an email could not be delivered, for the list in the console
-- (`failureCauses` in contract/staff/emails.ts). Connection errors are tested before the codes of SMTP, because their
-- messages may contain a port such as 587. Codes such as ECONNREFUSED are written in capital letters.
create function mail_failure_cause(error text) returns text
language sql immutable parallel safe
return case
  when error is null then null
  when error ~* '(invalid login|authentication|\m53[045]\M)' then 'signIn'
  when error ~ '(ECONN|ETIMEDOUT|ETIMEOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ESOCKET|EDNS|EPIPE)'
    or error ~* '(connection (timeout|closed|lost)|greeting never|getaddrinfo|certificate|socket (close|hang)|aborted)'
    then 'connection'
  when error ~* '(\m[45]\.2\.2\M|quota|mailbox (is )?full)' then 'fullMailbox'
  when error ~* '(\m5\.1\.[0-9]+\M|(no such|unknown) (user|mailbox|recipient)|user unknown|does not exist)'
    or error ~* 'mailbox (unavailable|not found)' then 'unknownMailbox'
  when error ~ '\m5[0-9][0-9]\M' then 'refused'
  when error ~ '\m4[0-9][0-9]\M' then 'later'
  else 'other'
end;

alter table mail_outbox add column failure_cause text generated always as (mail_failure_cause(last_error)) stored;
create index mail_outbox_failed on mail_outbox (id) where state = 'dead';
