import { BarChart } from '@mantine/charts';
import { useMediaQuery } from '@mantine/hooks';
import type { Report } from '../../../contract/staff/reports.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { cellText } from './report-texts.ts';

const colours = ['var(--mantine-primary-color-filled)', 'gray.5', 'yellow.6', 'orange.6'];
/**
 * Maximum number of bars in a plot with one bar for each name, such as the name of a course. Plots by month have no
 * maximum. The table below the plot has all rows.
 */
const mostNames = 12;
const nameHeight = 40;

/**
 * The bar plot of a report: its columns that are marked as plotted. Months run from left to right, names from top to
 * bottom.
 */
export function ReportPlot({ report: { columns, rows }, isStacked }: { report: Report; isStacked: boolean }) {
  const isWide = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false });
  const [first] = columns;
  const isByMonth = first?.unit === 'month';
  const plotted = columns.flatMap((column, at) => (column.is_plotted ? [{ ...column, at }] : []));
  const shown = isByMonth ? rows : rows.slice(0, mostNames);
  const data = shown.map((row) => ({
    name: first ? cellText(row[0] ?? '', first) : '',
    ...Object.fromEntries(plotted.map(({ label, at }) => [label, row[at]])),
  }));
  const isMoney = plotted[0]?.unit === 'rupees';
  const format = (value: number) => (isMoney ? formatPrice(value) : String(value));
  const names = { width: isWide ? 220 : 110 };
  return (
    <div aria-hidden="true">
      <BarChart
        h={isByMonth ? 280 : 80 + data.length * nameHeight}
        data={data}
        dataKey="name"
        type={isStacked ? 'stacked' : 'default'}
        orientation={isByMonth ? 'horizontal' : 'vertical'}
        withLegend={plotted.length > 1}
        series={plotted.map(({ label }, at) => ({ name: label, color: colours[at] ?? 'gray.5' }))}
        valueFormatter={format}
        yAxisProps={isByMonth ? { width: isMoney ? 96 : 48, allowDecimals: false } : names}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
