import '../../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentDocument } from '../../../../contract/documents.ts';
import { invalidDayText, isCalendarDay } from '../../../lib/format/typed-day.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { DiscardDialog, useDiscardDialog } from '../../profile/form/discard-dialog.tsx';
import { documentMutations } from '../document.mutations.ts';

type ExpiryDialogProps = { studentId: string; document: StudentDocument; onClose: () => void };

/**
 * Sets, changes or removes the last valid day of a document. If the date was changed and not saved, the dialog asks
 * before it closes.
 */
export function ExpiryDialog({ studentId, document, onClose }: ExpiryDialogProps) {
  const [lastDay, setLastDay] = useState(document.expires_on ?? '');
  const [isRefused, setRefused] = useState(false);
  const isInvalid = lastDay !== '' && !isCalendarDay(lastDay);
  const saving = useMutation({
    ...documentMutations.setLastDay(studentId, document.id),
    onSettled: (_saved, error) => {
      if (!error) onClose();
    },
  });
  const discarding = useDiscardDialog({
    isChanged: lastDay !== (document.expires_on ?? ''),
    isSaving: saving.isPending,
    onDiscard: onClose,
  });
  return (
    <>
      <Modal
        opened
        onClose={discarding.requestClose}
        closeOnEscape={!discarding.isOpen}
        title={`Expiry date of ${document.document_name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          className="stack gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setRefused(isInvalid);
            if (!isInvalid) saving.mutate(lastDay || null);
          }}
        >
          <DateField
            id="last-valid-day"
            label="Expiry date"
            description="The last day on which it is valid. We will remind you 90, 30 and 7 days before. Leave this empty if the document does not expire."
            value={lastDay}
            error={isRefused && isInvalid ? invalidDayText : null}
            onChange={setLastDay}
            isFocusedFirst
          />
          <div role="alert">
            {isRefused && isInvalid ? <Notice tone="error" title={invalidDayText} /> : null}
            {saving.error ? (
              <Notice tone="error" title="The expiry date could not be saved.">
                Nothing was changed. Try again.
              </Notice>
            ) : null}
          </div>
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
          {document.expires_on ? (
            <Button variant="outline" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
              Remove expiry date
            </Button>
          ) : null}
        </form>
      </Modal>
      <DiscardDialog isOpen={discarding.isOpen} onStay={discarding.stay} onDiscard={discarding.discard} />
    </>
  );
}
