import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedWaitingEntry } from '../../../contract/staff/staff-waiting-lists.ts';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { type WaitingChange, waitingListMutations } from './waiting-list.queries.ts';

type WaitingChangeDialogProps = { entry: ListedWaitingEntry; change: WaitingChange; onClose: () => void };

const texts = {
  offer: {
    title: 'Offer a seat now',
    consequence:
      'is offered seats ahead of everyone earlier on the list, and gets an email. The seats are held until the deadline.',
  },
  remove: {
    title: 'Remove from the list',
    consequence: 'loses their place and any seat on offer, and gets an email.',
  },
} as const;

/** Asks for a reason, then offers a seat to a waiting student ahead of their turn, or removes them from the list. */
export function WaitingChangeDialog({ entry, change, onClose }: WaitingChangeDialogProps) {
  const { key, onError } = useRequestKey();
  const saving = useMutation({
    ...waitingListMutations.change(useQueryClient(), { change, id: entry.id, key }),
    onSuccess: onClose,
    onError,
  });
  const { title, consequence } = texts[change];
  return (
    <ReasonDialog
      {...{ title, submit: title, onClose }}
      isDangerous={change === 'remove'}
      hasChanges={false}
      isReasonFirst
      change={saving}
      onSubmit={(reason) => saving.mutate(reason)}
    >
      <Text className="anywhere">
        {entry.student.name} {consequence}
      </Text>
    </ReasonDialog>
  );
}
