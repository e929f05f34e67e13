-- The metrics count the push messages that were given up, among all those of the last 30 days.
create index push_outbox_dead on push_outbox (id) where state = 'dead';
