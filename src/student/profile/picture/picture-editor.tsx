import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { imageTypes } from '../../../../contract/files.ts';
import { showToast } from '../../../ui/toasts.ts';
import type { KnownStudent } from '../profile-fields.ts';
import { CropDialog } from './crop-dialog.tsx';
import classes from './picture.module.css';
import { pictureFault } from './picture-rules.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { savePicture } from './send-picture.ts';
import { StudentPicture } from './student-picture.tsx';
import { usePictureSending } from './use-picture-sending.ts';

type PictureEditorProps = {
  student: KnownStudent;
  name: string;
  chooseRef: RefObject<HTMLButtonElement | null>;
  /** Without a connection nothing can be changed; `#edit-waits` says so. */
  isCut: boolean;
};

/** The chosen picture's address in this page; it is given back when another is chosen. */
function useChosen() {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen);
    },
    [chosen],
  );
  return [chosen, setChosen] as const;
}

function useRemoval(studentId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => savePicture(client, studentId, null),
    onError: ({ message }) => showToast({ message, tone: 'wrong' }),
    onSettled: onDone,
  });
}

/** The profile image with the ways to change it (document 2, section 5). */
export function PictureEditor({ student, name, chooseRef, isCut }: PictureEditorProps) {
  const [chosen, setChosen] = useChosen();
  const [fault, setFault] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const sending = usePictureSending(student.id, () => setChosen(null));
  const removal = useRemoval(student.id, () => setIsRemoving(false));

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const found = pictureFault(file);
    setFault(found);
    if (!found) setChosen(URL.createObjectURL(file));
    // The same file may be chosen again.
    currentTarget.value = '';
  };
  const cancel = () => {
    sending.stop();
    setChosen(null);
  };
  const waiting = isCut ? { disabled: true, 'aria-describedby': 'edit-waits' } : {};

  return (
    <div className={classes.picture}>
      <StudentPicture url={student.image_url ?? null} name={name} />
      <div className={classes.choices}>
        <Button ref={chooseRef} variant="outline" {...waiting} onClick={() => input.current?.click()}>
          {student.image_url ? 'Change picture' : 'Add picture'}
        </Button>
        {student.image_url ? (
          <Button variant="subtle" color="red" {...waiting} onClick={() => setIsRemoving(true)}>
            Remove picture
          </Button>
        ) : null}
        <p className={classes.hint}>JPG, PNG or WEBP, less than 10 MB.</p>
        <p role="alert" className={classes.fault}>
          {fault}
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
      <CropDialog url={chosen} sent={sending.sent} fault={sending.fault} onUse={sending.send} onCancel={cancel} />
      <RemoveDialog
        isOpen={isRemoving}
        isBusy={removal.isPending}
        onRemove={() => removal.mutate()}
        onClose={() => setIsRemoving(false)}
      />
    </div>
  );
}
