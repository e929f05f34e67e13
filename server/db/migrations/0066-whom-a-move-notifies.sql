-- Staff choose which students of a moved batch are notified. `left_out`: the orders of those who are not.
alter table batch_runs add column left_out text[] not null default '{}';

-- The few bookings that are not settled. Those that the office must settle belong to finished runs too.
create index batch_run_items_open on batch_run_items (run_id) where state in ('queued', 'waiting', 'office');
