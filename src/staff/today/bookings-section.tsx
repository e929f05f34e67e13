import { BarChart, LineChart } from '@mantine/charts';
import { Group, SimpleGrid, Text } from '@mantine/core';
import type { Today } from '../../../contract/staff/today.ts';
import { formatDay, formatTotal } from '../../lib/format/format.ts';
import { FiguresSection } from './figures-section.tsx';

type Days = NonNullable<Today['days']>;

/** Formats a day for the axis of a plot, such as `3 Feb`. */
const shortDay = (day: string) => formatDay(day).replace(/ \d{4}$/, '');

/** Adds up the revenue of several days in whole paise, because sums of fractions of rupees are inexact. */
function sumRevenue(days: Days): number {
  return days.reduce((paise, { revenue }) => paise + Math.round(revenue * 100), 0) / 100;
}

/** Bookings and revenue of the last 30 days. */
export function BookingsSection({ days }: { days: Days }) {
  const orders = days.reduce((total, day) => total + day.orders, 0);
  const data = days.map(({ day, ...figures }) => ({ ...figures, day: shortDay(day) }));
  const rows = days.map(({ day, orders: booked, revenue }) => [day, booked, revenue]);
  return (
    <FiguresSection
      title="Bookings and revenue of the last 30 days"
      fileName="bookings-and-revenue.csv"
      columns={['Day', 'Orders booked', 'Revenue in rupees']}
      rows={rows}
      shownRows={days.map(({ day, orders: booked, revenue }) => [formatDay(day), booked, formatTotal(revenue)])}
    >
      <Group gap="xl">
        <Text>
          <b>{orders}</b> {orders === 1 ? 'order' : 'orders'} booked
        </Text>
        <Text>
          <b>{formatTotal(sumRevenue(days))}</b> revenue
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} aria-hidden="true">
        <BarChart
          h={220}
          data={data}
          dataKey="day"
          series={[{ name: 'orders', label: 'Orders booked', color: 'var(--mantine-primary-color-filled)' }]}
          yAxisProps={{ allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
        <LineChart
          h={220}
          data={data}
          dataKey="day"
          series={[{ name: 'revenue', label: 'Revenue', color: 'var(--mantine-primary-color-filled)' }]}
          valueFormatter={formatTotal}
          yAxisProps={{ width: 96 }}
          curveType="linear"
          withDots={false}
          lineChartProps={{ accessibilityLayer: false }}
        />
      </SimpleGrid>
    </FiguresSection>
  );
}
