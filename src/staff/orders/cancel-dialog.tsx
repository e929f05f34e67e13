import { Checkbox, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import type { CancellationLine } from '../../../contract/staff/orders.ts';
import { mayDo, type StaffRole } from '../../../contract/staff/permissions.ts';
import { isOfflineError } from '../../lib/api.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { RupeesInput } from '../forms/rupees-input.tsx';
import { orderMutations, orderQueries } from './order.queries.ts';
import { policyText } from './order-texts.ts';

type Choice = 'policy' | 'full' | 'part' | 'none';

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** Explains in one sentence how the refund of an order line was computed. */
function computation(line: CancellationLine): string {
  const { days_before, percent, paid, refund, is_batch_cancelled, is_by_accounts } = line;
  if (is_by_accounts)
    return `The academy cancelled a batch, but another course has begun. Accounts decides the refund, at most ${formatTotal(paid)}.`;
  if (is_batch_cancelled) return `The academy cancelled the batch, so everything is refunded: ${formatTotal(refund)}`;
  const when = days_before < 0 ? 'after the first day' : `${counted(days_before, 'day')} before the first day`;
  return `Cancelled ${when}: ${percent} % of ${formatTotal(paid)} = ${formatTotal(refund)}`;
}

type RefundChoiceProps = {
  /**
   * The refunds among which the staff member may choose. `policy` is missing if the accounts office must decide the
   * refund. The other choices are only for roles that may manage refunds.
   */
  choices: readonly Choice[];
  choice: Choice | null;
  onChoice: (choice: Choice) => void;
  amounts: { policy: number; full: number };
};

function RefundChoice({ choices, choice, onChoice, amounts }: RefundChoiceProps) {
  if (choices.length < 2) return null;
  const labels: Record<Choice, string> = {
    policy: `As the policy says: ${formatTotal(amounts.policy)}`,
    full: `Everything that was paid: ${formatTotal(amounts.full)}`,
    part: 'Another amount',
    none: 'Nothing',
  };
  return (
    <Radio.Group
      label="Refund"
      value={choice}
      onChange={(value) => {
        const chosen = choices.find((one) => one === value);
        if (chosen) onChoice(chosen);
      }}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((value) => (
          <Radio key={value} value={value} label={labels[value]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/**
 * The amounts of an order line as the staff member has seen them. They are sent with the cancellation, which the server
 * refuses if they have changed since.
 */
const seenOf = ({ item_id, paid, refund, is_by_accounts }: CancellationLine) => ({
  ...{ item_id, paid, by_policy: refund, is_by_accounts },
});

/**
 * Divides a refund of `amount` rupees among order lines: each line in turn gets as much of it as was paid for that
 * line, until nothing is left.
 */
function divide(lines: readonly CancellationLine[], amount: number) {
  let left = Math.round(amount * 100);
  return lines.map((line) => {
    const paise = Math.min(left, Math.round(line.paid * 100));
    left -= paise;
    return { ...seenOf(line), refund: paise / 100 };
  });
}

type CancelDialogProps = { id: string; role: StaffRole; onClose: () => void };

/** Cancels lines of an order, after showing the refund and who will be notified. */
export function CancelDialog({ id, role, onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const preview = useQuery(orderQueries.cancellation(id));
  const { key, onError } = useRequestKey();
  const [left, setLeft] = useState<readonly number[]>([]);
  const [picked, setPicked] = useState<Choice>('policy');
  const [part, setPart] = useState<number | string>('');
  const options = {
    onSuccess: onClose,
    onError(error: Error) {
      onError(error);
      // After a refusal, load the amounts of the preview again, because they may have changed. If no response came,
      // keep them, so that staff can repeat the same request: only its response shows whether the bookings were
      // cancelled.
      if (!isOfflineError(error)) void preview.refetch();
    },
  };
  const byPolicy = useMutation({ ...orderMutations.cancel(client, id, key), ...options });
  const byChoice = useMutation({ ...orderMutations.cancelWithRefund(client, id, key), ...options });
  const { lines = [], policy = [], email_to = null } = preview.data ?? {};
  const chosen = lines.filter(({ item_id }) => !left.includes(item_id));
  const amounts = { policy: sumOf(chosen.map((line) => line.refund)), full: sumOf(chosen.map((line) => line.paid)) };
  const isByAccounts = chosen.some((line) => line.is_by_accounts);
  const mayChoose = mayDo(role, 'refunds.manage');
  const choices: readonly Choice[] = [
    ...(isByAccounts ? [] : (['policy'] as const)),
    ...(mayChoose ? (['full', 'part', 'none'] as const) : []),
  ];
  const choice = choices.find((one) => one === picked) ?? null;
  const refund = choice ? { policy: amounts.policy, full: amounts.full, none: 0, part: Number(part) }[choice] : 0;
  const tooMuch = refund > amounts.full ? `At most ${formatTotal(amounts.full)} can be refunded.` : null;
  const missing =
    chosen.length === 0
      ? 'Choose at least one booking.'
      : choice === null
        ? mayChoose
          ? 'Choose the refund.'
          : 'Accounts decides this refund. Ask accounts to cancel the booking.'
        : choice === 'part' && part === ''
          ? 'Enter the amount.'
          : tooMuch;
  const cancelLines = (reason: string) => {
    if (choice === 'policy' && mayDo(role, 'orders.manage'))
      return byPolicy.mutate({ item_ids: chosen.map((line) => line.item_id), refund, reason });
    const divided =
      choice === 'policy' ? chosen.map((line) => ({ ...seenOf(line), refund: line.refund })) : divide(chosen, refund);
    return byChoice.mutate({ lines: divided, reason });
  };
  return (
    <ReasonDialog
      title="Cancel booking"
      size="lg"
      submit={choice === null ? 'Cancel booking' : `Cancel and refund ${formatTotal(refund)}`}
      cancel="Close without change"
      isDangerous
      {...{ missing: preview.data ? missing : 'The bookings are loading.', onClose }}
      hasChanges={left.length > 0 || picked !== 'policy'}
      change={byChoice.submittedAt > byPolicy.submittedAt ? byChoice : byPolicy}
      onSubmit={cancelLines}
    >
      {preview.isError ? (
        <ErrorState
          message="The bookings could not be loaded."
          onRetry={preview.refetch}
          isRetrying={preview.isFetching}
        />
      ) : null}
      {preview.isPending ? <Skeleton height="6rem" role="status" aria-label="The bookings are loading" /> : null}
      <Stack gap="xs">
        {lines.map((line) => (
          <Checkbox
            key={line.item_id}
            label={line.name}
            description={computation(line)}
            checked={!left.includes(line.item_id)}
            onChange={({ currentTarget: { checked } }) =>
              setLeft(checked ? left.filter((one) => one !== line.item_id) : [...left, line.item_id])
            }
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Refund policy: {policyText(policy)} the first day. A package is cancelled as a whole.
      </Text>
      <RefundChoice {...{ choices, choice, onChoice: setPicked, amounts }} />
      {choice === 'part' ? <RupeesInput label="Amount in rupees" value={part} onChange={setPart} /> : null}
      <Text>
        The seats become free at once.{' '}
        {email_to ? `${email_to} gets an email.` : 'The student has no email address, so they will not be notified.'}
      </Text>
      {refund > 0 ? (
        <Text size="sm">
          The refund goes back the way the student paid. What was paid at the office, accounts pay back by hand.
        </Text>
      ) : null}
    </ReasonDialog>
  );
}
