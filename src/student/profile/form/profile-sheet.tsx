import '../../../ui/controls.css';
import { Drawer, Modal } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { dropDraft } from '../../../offline/session/drafts.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import type { FormStart } from '../profile-fields.ts';
import { DiscardDialog, useDiscardDialog } from './discard-dialog.tsx';
import classes from './profile-form.module.css';
import { ProfileForm, type ProfileFormProps } from './profile-form.tsx';
import { profileDraft } from './save-profile.ts';

/**
 * Says that another student has the same email address, phone, INDOS or passport number. What was typed stays in the
 * form behind the dialog.
 */
function ConflictDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Conflict" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="stack gap-3">
        <p>Another user exists with similar data.</p>
        <p className="soft">
          Check your email, mobile, INDOS and passport number. What you typed is still in the form.
        </p>
        <ActionButton onClick={onClose} data-autofocus>
          Back to the form
        </ActionButton>
      </div>
    </Modal>
  );
}

type ProfileSheetProps = Omit<ProfileFormProps, 'start' | 'onChanged' | 'onCancel'> & {
  isOpen: boolean;
  start?: FormStart;
  hasConflict: boolean;
  onClose: () => void;
};

const defaultStart: FormStart = { tab: 'personal', field: null };

/**
 * The profile form in a side sheet, which fills the screen on a phone. Asks for confirmation before unsaved changes are
 * discarded.
 */
export function ProfileSheet({ isOpen, start = defaultStart, hasConflict, onClose, ...form }: ProfileSheetProps) {
  const [isChanged, setIsChanged] = useState(false);
  const [isConflictSeen, setIsConflictSeen] = useState(false);
  const discardChanges = () => {
    dropDraft(profileDraft(form.student.id));
    onClose();
  };
  const discarding = useDiscardDialog({
    isChanged: isOpen && isChanged,
    isSaving: form.isSaving,
    onDiscard: discardChanges,
  });
  const focusedAtSave = useRef<Element | null>(null);
  // Saving disables the fields and the Save button, which then lose the focus. Restore the focus before the dialog
  // about a conflict opens: when that dialog closes, it returns the focus to where it was when it opened.
  useLayoutEffect(() => {
    const { current: element } = focusedAtSave;
    if (!isOpen || form.isSaving || document.activeElement !== document.body) return;
    if (element instanceof HTMLElement) element.focus();
  }, [isOpen, form.isSaving]);
  const isInConflict = isOpen && hasConflict && !isConflictSeen;
  const save: ProfileFormProps['onSave'] = (change) => {
    setIsConflictSeen(false);
    focusedAtSave.current = document.activeElement;
    form.onSave(change);
  };
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={discarding.requestClose}
        position="right"
        size="min(100%, 40rem)"
        title="Edit Profile"
        closeOnEscape={!discarding.isOpen && !isInConflict}
        closeButtonProps={{ 'aria-label': 'Close', disabled: form.isSaving }}
        classNames={{
          content: `row clip ${classes.sheet}`,
          body: `row grow ${classes.sheetBody}`,
          title: 'large strong',
        }}
      >
        <ProfileForm
          {...form}
          start={start}
          onSave={save}
          onChanged={setIsChanged}
          onCancel={discarding.requestClose}
        />
      </Drawer>
      <ConflictDialog isOpen={isInConflict} onClose={() => setIsConflictSeen(true)} />
      <DiscardDialog isOpen={discarding.isOpen} onStay={discarding.stay} onDiscard={discarding.discard} />
    </>
  );
}
