import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { imageTypes } from '../../../../contract/files.ts';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { profileMutations } from '../profile.mutations.ts';
import type { PartialStudent } from '../profile-fields.ts';
import classes from '../profile-view.module.css';
import { CropDialog } from './crop-dialog.tsx';
import { pictureFileError } from './picture-rules.ts';
import { StudentPicture } from './student-picture.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

type PictureEditorProps = {
  student: PartialStudent;
  name: string;
  chooseRef: RefObject<HTMLButtonElement | null>;
  /**
   * Whether the device is offline, which disables the buttons. The element `#edit-offline-note` says why they are
   * disabled.
   */
  isOffline: boolean;
};

/** Holds the object URL of the chosen picture, which is revoked when another picture is chosen or the page is left. */
function useChosenUrl() {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen);
    },
    [chosen],
  );
  return [chosen, setChosen] as const;
}

/** The profile image, with buttons to change or remove it. */
export function PictureEditor({ student, name, chooseRef, isOffline }: PictureEditorProps) {
  const [chosen, setChosen] = useChosenUrl();
  const [error, setError] = useState<string | null>(null);
  const [removing, setRemoving] = useState<'no' | 'asked' | 'done'>('no');
  const input = useRef<HTMLInputElement>(null);
  const upload = usePictureUpload(student.id, () => setChosen(null));
  const removal = useMutation({
    ...profileMutations.setPicture(student.id),
    onSettled: (_saved, error) => {
      setRemoving(error ? 'no' : 'done');
      // The focus cannot return to the button Remove picture, which disappears with the picture. Focus the button for
      // choosing a picture instead.
      if (!error) chooseRef.current?.focus({ preventScroll: true });
    },
  });

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const reason = pictureFileError(file);
    setError(reason);
    if (!reason) setChosen(URL.createObjectURL(file));
    // Reset the input. Otherwise choosing the same file again would fire no change event.
    currentTarget.value = '';
  };
  const cancel = () => {
    upload.cancel();
    setChosen(null);
  };
  const disabledProps = isOffline ? { disabled: true, 'aria-describedby': 'edit-offline-note' } : {};

  return (
    <div className={`row middle gap-4 ${classes.picture}`}>
      <StudentPicture url={student.image_url ?? null} name={name} />
      <div className="stack left gap-1">
        <Button ref={chooseRef} variant="outline" {...disabledProps} onClick={() => input.current?.click()}>
          {student.image_url ? 'Change picture' : 'Add picture'}
        </Button>
        {student.image_url ? (
          <Button variant="subtle" color="red" {...disabledProps} onClick={() => setRemoving('asked')}>
            Remove picture
          </Button>
        ) : null}
        <p className="soft small">JPG, PNG or WEBP, less than 10&nbsp;MB.</p>
        <p role="alert" className={`port small ${classes.error}`}>
          {error}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        hidden
        aria-label="Profile image"
        onChange={choose}
      />
      <CropDialog url={chosen} progress={upload.progress} error={upload.error} onUse={upload.send} onCancel={cancel} />
      <ConfirmDialog
        isOpen={removing === 'asked'}
        returnsFocus={removing !== 'done'}
        title="Remove your picture?"
        confirm="Remove picture"
        cancel="Keep it"
        isBusy={removal.isPending}
        onConfirm={() => removal.mutate(null)}
        onClose={() => setRemoving('no')}
      >
        <p>Your initials will be shown instead.</p>
      </ConfirmDialog>
    </div>
  );
}
