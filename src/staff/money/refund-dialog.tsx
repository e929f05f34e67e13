import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type StaffRefund, settleStaffRefund } from '../../../contract/staff/order-money.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { paymentText } from '../orders/order-texts.ts';
import { moneyQueries, refundMutations } from './money.queries.ts';

type RefundDialogProps = { refund: StaffRefund; onClose: () => void };

/** Asks the payment provider again for a refund that has failed. */
export function RetryDialog({ refund, onClose }: RefundDialogProps) {
  const { key, onError } = useRequestKey();
  const retrying = useMutation({
    ...refundMutations.retry(useQueryClient(), refund.refund_id, key),
    onSuccess: onClose,
    onError,
  });
  return (
    <ReasonDialog
      title="Request the refund again"
      submit="Request again"
      size="lg"
      cancel="Close without change"
      {...{ change: retrying, onClose }}
      hasChanges={false}
      onSubmit={(reason) => retrying.mutate(reason)}
    >
      <Text>
        {formatTotal(refund.amount)} for order {refund.order_id} will be requested from {refund.provider} again. If it
        has already paid, nothing is paid twice.
      </Text>
    </ReasonDialog>
  );
}

/** The dialog in which staff record that they have paid a refund by hand. */
export function SettleDialog({ refund, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const { key, onError } = useRequestKey();
  const [reference, setReference] = useState('');
  const settling = useMutation({
    ...refundMutations.settle(client, refund.refund_id, key),
    onSuccess: onClose,
    onError(error) {
      onError(error);
      if (isRefusal(error, settleStaffRefund, 'REFUND_SETTLED'))
        void client.invalidateQueries({ queryKey: moneyQueries.allRefunds });
    },
  });
  const missing = reference.trim().length < 3 ? 'Enter the reference of your payment to the student.' : null;
  return (
    <ReasonDialog
      title="Record as paid by hand"
      submit={`Record ${formatTotal(refund.amount)} as paid back`}
      size="lg"
      cancel="Close without change"
      {...{ missing, change: settling, onClose }}
      hasChanges={reference !== ''}
      onSubmit={(reason) => settling.mutate({ reference, reason })}
    >
      <Text>
        Pay {formatTotal(refund.amount)} to {refund.student.name} first, for a payment {paymentText(refund)}. This
        records it in the ledger and cannot be undone.
      </Text>
      {refund.is_of_former_provider ? (
        <Text>
          Before you pay, check at {refund.provider} that it has not paid refund {refund.refund_id} already. If it has,
          enter its reference and pay nothing.
        </Text>
      ) : null}
      <TextInput
        label="Reference"
        description="The number of the bank transfer, or of the cash voucher"
        required
        maxLength={100}
        value={reference}
        data-autofocus
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </ReasonDialog>
  );
}
