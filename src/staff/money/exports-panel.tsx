import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExportKind, exportKinds } from '../../../contract/staff/order-money.ts';
import { academyDay } from '../../lib/format/format.ts';
import { startDownload } from '../session/download.ts';

const kindNames: Record<ExportKind, string> = {
  orders: 'Orders',
  payments: 'Payments',
  refunds: 'Refunds',
  ledger: 'Ledger',
};

/** Downloads orders, payments, refunds or the ledger as CSV, for a range of days. */
export function ExportsPanel() {
  const client = useQueryClient();
  const today = academyDay();
  const [kind, setKind] = useState<ExportKind>('ledger');
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`);
  const [to, setTo] = useState(today);
  const isValid = from !== '' && to !== '' && from <= to;
  const download = () =>
    startDownload(client, `/api/staff/exports/${kind}?${new URLSearchParams({ from, to })}`, { stepUp: true });
  return (
    <Stack gap="md" maw={640}>
      <Text>
        A CSV file for a spreadsheet, with days of the academy, both included. Each download is recorded in the audit
        log.
      </Text>
      <Group align="end" gap="sm">
        <NativeSelect
          label="File"
          data={exportKinds.map((value) => ({ value, label: kindNames[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(exportKinds.find((one) => one === currentTarget.value) ?? 'ledger')}
        />
        <TextInput
          type="date"
          label="From"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          error={isValid ? undefined : 'Choose the same day as From, or a later one'}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Button onClick={download} disabled={!isValid}>
          Download
        </Button>
      </Group>
    </Stack>
  );
}
