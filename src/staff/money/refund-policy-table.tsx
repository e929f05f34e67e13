import { Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { mostDaysFirst, type RefundPolicy, refundFor } from '../../../contract/staff/refund-policy.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { RupeesInput } from '../forms/rupees-input.tsx';

/**
 * Says when a booking must be cancelled for a step of the refund policy to apply, such as `7 to 13 days before`: at
 * least `days` and less than `above` days before the first day of the batch. `above`: the `days` of the row above in
 * the table; undefined for the first row.
 */
function whenText(days: number, above: number | undefined): string {
  if (above === undefined)
    return days === 0 ? 'Until the first day' : `${counted(days, 'day')} or more before the first day`;
  if (days === 0)
    return above === 1 ? 'On the first day' : `Less than ${counted(above, 'day')} before, until the first day`;
  return above - 1 === days ? `${counted(days, 'day')} before` : `${days} to ${above - 1} days before`;
}

/**
 * The rows of the table: when each step applies, its percentage, and the refund in paise if `paidPaise` was paid. The
 * last row is for cancellations that no step covers.
 */
function rowsOf(policy: RefundPolicy, paidPaise: number) {
  const steps = mostDaysFirst(policy);
  const rows = steps.map(({ days, percent }, at) => ({
    when: whenText(days, steps[at - 1]?.days),
    percent,
    paise: refundFor(policy, days, paidPaise).paise,
  }));
  const last = steps.at(-1)?.days ?? 0;
  const when = last === 0 ? 'After the first day' : `Less than ${counted(last, 'day')} before, or later`;
  return [...rows, { when, percent: 0, paise: 0 }];
}

/** The refund policy as a table, with the refunds for an example price that the reader can change. */
export function RefundPolicyTable({ policy, label }: { policy: RefundPolicy; label: string }) {
  const [paid, setPaid] = useState<number | string>(10_000);
  const [days, setDays] = useState<number | string>(10);
  const paidPaise = Math.round((Number(paid) || 0) * 100);
  const example = refundFor(policy, days === '' ? -1 : Number(days), paidPaise);
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Cancelled</Table.Th>
              <Table.Th>Refund</Table.Th>
              <Table.Th>Of {formatTotal(paidPaise / 100)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rowsOf(policy, paidPaise).map(({ when, percent, paise }) => (
              <Table.Tr key={when}>
                <Table.Td>{when}</Table.Td>
                <Table.Td>{percent} %</Table.Td>
                <Table.Td>{formatTotal(paise / 100)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="sm" align="end">
        <RupeesInput label="Example: paid" w={160} value={paid} onChange={setPaid} />
        <NumberInput
          label="Days before the first day"
          w={200}
          allowNegative={false}
          allowDecimal={false}
          max={999}
          value={days}
          onChange={setDays}
        />
      </Group>
      <Text role="status">
        {days === ''
          ? 'Enter the days to see the refund.'
          : `The student gets ${example.percent} %: ${formatTotal(example.paise / 100)}.`}
      </Text>
    </Stack>
  );
}
