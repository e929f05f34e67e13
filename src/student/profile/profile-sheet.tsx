import '../../ui/controls.css';
import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { dropDraft } from '../../offline/drafts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import type { FormStart } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { ProfileForm, type ProfileFormProps } from './profile-form.tsx';
import { profileDraft } from './save-profile.ts';
import { useLeaving } from './use-leaving.ts';

type ProfileSheetProps = Omit<ProfileFormProps, 'start' | 'onChanged' | 'onCancel'> & {
  isOpen: boolean;
  start?: FormStart;
  hasConflict: boolean;
  onClose: () => void;
};

const atFirst: FormStart = { tab: 'personal', field: null };

/** Side sheet with the profile form, the whole screen on a phone (document 2, section 2). It asks before it loses anything. */
export function ProfileSheet({ isOpen, start = atFirst, hasConflict, onClose, ...form }: ProfileSheetProps) {
  const [isChanged, setIsChanged] = useState(false);
  const [isConflictSeen, setIsConflictSeen] = useState(false);
  const giveUp = () => {
    dropDraft(profileDraft(form.student.id));
    onClose();
  };
  const leaving = useLeaving({ isChanged: isOpen && isChanged, onLeave: giveUp });
  const isInConflict = isOpen && hasConflict && !isConflictSeen;
  const save: ProfileFormProps['onSave'] = (profile) => {
    setIsConflictSeen(false);
    form.onSave(profile);
  };
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={leaving.ask}
        position="right"
        size="min(100%, 40rem)"
        title="Edit Profile"
        closeOnEscape={!leaving.isAsking && !isInConflict}
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ content: classes.sheet, body: classes.sheetBody, title: classes.title }}
      >
        <ProfileForm {...form} start={start} onSave={save} onChanged={setIsChanged} onCancel={leaving.ask} />
      </Drawer>
      <ConflictDialog isOpen={isInConflict} onClose={() => setIsConflictSeen(true)} />
      <DiscardDialog isOpen={leaving.isAsking} onStay={leaving.stay} onDiscard={leaving.leave} />
    </>
  );
}
