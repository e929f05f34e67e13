import { Table } from '@mantine/core';
import type { Report } from '../../../contract/staff/reports.ts';
import { cellText } from './report-texts.ts';

/** All figures of a report, with the totals in its last row. */
export function ReportTable({ report: { columns, rows, total }, label }: { report: Report; label: string }) {
  const align = (at: number) => (at === 0 ? {} : { ta: 'right' as const });
  const cells = (row: Report['total']) =>
    columns.map((column, at) => (
      <Table.Td key={column.label + column.unit} {...align(at)}>
        {cellText(row[at] ?? '', column)}
      </Table.Td>
    ));
  return (
    <Table.ScrollContainer minWidth={columns.length * 110} maxHeight={640}>
      <Table aria-label={label} stickyHeader style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <Table.Th key={column.label + column.unit} {...align(at)}>
                {column.label}
                {column.unit === 'percent' ? ', %' : ''}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row[0]}>{cells(row)}</Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot fw={650}>
          <Table.Tr>{cells(total)}</Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
