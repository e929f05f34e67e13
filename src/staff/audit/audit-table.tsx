import { Badge, Code, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../../../contract/staff/audit-log.ts';
import { formatInstant } from '../../lib/format/format.ts';

/** A table of audit entries. The details of an entry expand below its action. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label="Audit log">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, actor, action, subject, reason, is_command: isCommand } = entry;
  const details = { arguments: entry.arguments, before: entry.before, after: entry.after };
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatInstant(at)}</Table.Td>
      <Table.Td>
        {actor}{' '}
        {isCommand ? (
          <Badge variant="light" color="gray">
            command
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td>
        <details>
          <summary>
            {action}
            {subject ? ` · ${subject}` : ''}
          </summary>
          <Code block>{JSON.stringify(details, null, 2)}</Code>
        </details>
      </Table.Td>
      <Table.Td>{reason ?? <Text c="dimmed">–</Text>}</Table.Td>
    </Table.Tr>
  );
}
