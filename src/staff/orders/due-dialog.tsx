import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { orderMutations } from './order.queries.ts';
import { missingPayment, type OfficePaymentInput, PaymentFields, toPayment } from './payment-fields.tsx';

type DueDialogProps = { id: string; due: StaffOrder['dues'][number]; onClose: () => void };

/**
 * Records that the student has paid at the office what is still due after a booking was transferred: the difference of
 * the prices.
 */
export function DueDialog({ id, due, onClose }: DueDialogProps) {
  const { key, onError } = useRequestKey();
  const [payment, setPayment] = useState<OfficePaymentInput>({ method: 'cash', reference: '' });
  const paying = useMutation({
    ...orderMutations.payDue(useQueryClient(), id, key),
    onSuccess: onClose,
    onError,
  });
  return (
    <ReasonDialog
      title="Record payment"
      submit={`Record ${formatTotal(due.amount)}`}
      {...{ missing: missingPayment(payment), onClose }}
      // The dialog opens with the method `cash`, for which nothing else can be entered. So the form has
      // changes only if another method is chosen.
      hasChanges={payment.method !== 'cash'}
      change={paying}
      onSubmit={(reason) => paying.mutate({ change_id: due.change_id, payment: toPayment(payment), reason })}
    >
      <Text>
        {formatTotal(due.amount)} for {due.text}
      </Text>
      <PaymentFields value={payment} onChange={setPayment} />
    </ReasonDialog>
  );
}
