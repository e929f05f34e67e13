import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { studentMutations } from './student.queries.ts';

type BookingDialogProps = { studentId: string; isAllowed: boolean; onClose: () => void };

/** Allows a student to book, or forbids it. A reason is required. */
export function BookingDialog({ studentId, isAllowed, onClose }: BookingDialogProps) {
  const { key, onError } = useRequestKey();
  const saving = useMutation({
    ...studentMutations.setBooking(useQueryClient(), studentId, key),
    onSuccess: onClose,
    onError,
  });
  const title = isAllowed ? 'Forbid booking' : 'Allow booking';
  return (
    <ReasonDialog
      {...{ title, submit: title, onClose }}
      isDangerous={isAllowed}
      hasChanges={false}
      isReasonFirst
      change={saving}
      onSubmit={(reason) => saving.mutate({ is_allowed: !isAllowed, reason })}
    >
      <Text>
        {isAllowed
          ? 'The student can no longer place orders. Existing bookings stay as they are.'
          : 'The student can place orders again.'}
      </Text>
    </ReasonDialog>
  );
}
