import { BarChart } from '@mantine/charts';
import { Badge } from '@mantine/core';
import type { ComingBatch } from '../../../contract/staff/today.ts';
import { formatDay } from '../../lib/format/format.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { KnownLink } from '../frame/known-link.tsx';
import { FiguresSection } from './figures-section.tsx';

const freeSeats = ({ capacity, sold, office, held }: ComingBatch) => Math.max(0, capacity - sold - office - held);

/** Adds up the seats of batches by the day on which they start. */
function seatsByDay(batches: readonly ComingBatch[]) {
  const days = Map.groupBy(batches, ({ start_date: day }) => day);
  const sum = (list: readonly ComingBatch[], seats: (batch: ComingBatch) => number) =>
    list.reduce((total, batch) => total + seats(batch), 0);
  return [...days].map(([day, list]) => ({
    day: formatDay(day).replace(/ \d{4}$/, ''),
    sold: sum(list, ({ sold }) => sold),
    office: sum(list, ({ office }) => office),
    held: sum(list, ({ held }) => held),
    free: sum(list, freeSeats),
  }));
}

const needs = { nearlyFull: 'nearly full', nearlyEmpty: 'nearly empty' } as const;

/** The seats of the batches that start within the next 30 days: sold, kept for the office, being paid, and free. */
export function SeatsSection({ batches }: { batches: readonly ComingBatch[] }) {
  const columns = ['First day', 'Batch', 'Course', 'Sold', 'Kept for the office', 'Being paid', 'Free', 'Attention'];
  const toRow = (batch: ComingBatch) => [batch.sold, batch.office, batch.held, freeSeats(batch)];
  return (
    <FiguresSection
      id="seats"
      title="Seats of the coming 30 days"
      fileName="seats.csv"
      columns={columns}
      rows={batches.map((batch) => [
        ...[batch.start_date, batch.id, batch.course_name, ...toRow(batch)],
        batch.attention ? needs[batch.attention] : '',
      ])}
      shownRows={batches.map((batch) => [
        formatDay(batch.start_date),
        <KnownLink key="batch" to={`/staff/batches/${batch.id}`}>
          {batch.id}
        </KnownLink>,
        ...[batch.course_name, ...toRow(batch)],
        batch.attention ? (
          <Badge
            key="attention"
            variant="light"
            miw="max-content"
            color={batch.attention === 'nearlyFull' ? 'green' : 'orange'}
          >
            {needs[batch.attention]}
          </Badge>
        ) : null,
      ])}
    >
      {batches.length > 0 ? (
        <div aria-hidden="true">
          <BarChart
            h={220}
            data={seatsByDay(batches)}
            dataKey="day"
            type="stacked"
            withLegend
            series={[
              { name: 'sold', label: 'Sold', color: 'var(--mantine-primary-color-filled)' },
              { name: 'office', label: 'Kept for the office', color: 'orange.6' },
              { name: 'held', label: 'Being paid', color: 'yellow.6' },
              { name: 'free', label: 'Free', color: 'var(--mantine-color-default-border)' },
            ]}
            yAxisProps={{ allowDecimals: false }}
            barChartProps={{ accessibilityLayer: false }}
          />
        </div>
      ) : (
        <EmptyState title="No batch starts within the coming 30 days." />
      )}
    </FiguresSection>
  );
}
