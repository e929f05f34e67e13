import { Badge, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';
import lists from '../lists/lists.module.css';
import { timesText } from './clock-times.ts';
import { seatsText } from './seats-text.ts';

function Row({ batch }: { batch: CalendarBatch }) {
  const { id, course_name, start_date, end_date, state, times, venue, instructor, capacity, free, clashes } = batch;
  const place = [times && timesText(times), venue?.address, instructor?.name].filter(Boolean).join(' · ');
  return (
    <Link to="/staff/batches/$id" params={{ id }} className={lists.row} data-row>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {course_name}
        </Text>
        <Group gap="xs">
          {clashes.length > 0 ? (
            <Badge color="red" variant="light">
              Clash
            </Badge>
          ) : null}
          {batch.has_many_holds ? (
            <Badge color="orange" variant="light">
              Many unpaid orders
            </Badge>
          ) : null}
          {state === 'open' ? null : <Badge variant="light">{state}</Badge>}
        </Group>
      </Group>
      <Text size="sm">{formatDays(start_date, end_date)}</Text>
      {place ? (
        <Text size="sm" c="dimmed" className="anywhere">
          {place}
        </Text>
      ) : null}
      <Text size="sm">{seatsText(batch)}</Text>
      <Progress value={((capacity - free) / capacity) * 100} aria-hidden />
    </Link>
  );
}

/** Groups batches by the day on which they start. */
function byDay(batches: readonly CalendarBatch[]): Array<[string, CalendarBatch[]]> {
  const days = new Map<string, CalendarBatch[]>();
  for (const batch of batches) days.set(batch.start_date, [...(days.get(batch.start_date) ?? []), batch]);
  return [...days];
}

/** A list of batches, grouped by the day on which they start. */
export function CalendarList({ batches }: { batches: readonly CalendarBatch[] }) {
  return (
    <Stack gap="md">
      {byDay(batches).map(([day, starting]) => (
        <section key={day} aria-label={formatDay(day)}>
          <Title order={3} size="h5">
            {formatDay(day)}
          </Title>
          <ul className={lists.list}>
            {starting.map((batch) => (
              <li key={batch.id}>
                <Row batch={batch} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
