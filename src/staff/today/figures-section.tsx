import { Button, Group, Paper, Stack, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { csvLine } from '../../../contract/csv-line.ts';
import { Icon } from '../../ui/icons.tsx';

type FiguresSectionProps = {
  /** Element id of the section. A link with this id as its hash opens the table. */
  id?: string;
  title: string;
  fileName: string;
  columns: readonly string[];
  /** The rows of the CSV file. */
  rows: ReadonlyArray<ReadonlyArray<string | number>>;
  /** The rows of the CSV file, formatted for the table on the page. */
  shownRows: ReadonlyArray<readonly ReactNode[]>;
  /** The plot. It is hidden from screen readers, because the table has the same figures. */
  children: ReactNode;
};

/** Saves a table on the device as a CSV file that spreadsheets can open. */
function saveCsv(fileName: string, rows: ReadonlyArray<ReadonlyArray<string | number>>): void {
  const file = new Blob(['\ufeff', ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** Shows figures as a plot and as a table, and lets staff save them as a CSV file. */
export function FiguresSection({ id, title, fileName, columns, rows, shownRows, children }: FiguresSectionProps) {
  const [isTableOpen, { toggle, open }] = useDisclosure();
  const location = useLocation();
  useEffect(() => {
    if (id && location.hash === id) open();
  }, [id, location, open]);
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-label={title} {...(id ? { id } : {})}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Group gap="sm" className="not-printed">
            <Button variant="subtle" aria-expanded={isTableOpen} onClick={toggle}>
              {isTableOpen ? 'Hide table' : 'Show table'}
            </Button>
            <Button
              variant="subtle"
              leftSection={<Icon name="download" size={16} />}
              aria-label={`CSV of ${title}`}
              onClick={() => saveCsv(fileName, [columns, ...rows])}
            >
              CSV
            </Button>
          </Group>
        </Group>
        {children}
        {isTableOpen ? (
          <Table.ScrollContainer minWidth={480} maxHeight={480}>
            <Table aria-label={title} stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  {columns.map((column) => (
                    <Table.Th key={column}>{column}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shownRows.map((cells, index) => (
                  <Table.Tr key={String(rows[index])}>
                    {cells.map((cell, column) => (
                      <Table.Td key={columns[column]}>{cell}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : null}
      </Stack>
    </Paper>
  );
}
