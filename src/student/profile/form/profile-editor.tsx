import { useMutation } from '@tanstack/react-query';
import { paths } from '../../../../contract/pages.ts';
import { ProfileConflict, profileMutations } from '../profile.mutations.ts';
import type { FormStart, PartialStudent } from '../profile-fields.ts';
import { ProfileSheet } from './profile-sheet.tsx';
import { toProfileFailure } from './save-profile.ts';

type ProfileEditorProps = { student: PartialStudent; isOpen: boolean; start?: FormStart; onClose: () => void };

/** The side sheet Edit Profile of the student area. It closes when the profile is saved. */
export function ProfileEditor({ student, isOpen, start, onClose }: ProfileEditorProps) {
  const saving = useMutation({
    ...profileMutations.save(student.id),
    onSettled: (_saved, error) => {
      if (!error) onClose();
    },
  });
  const hasConflict = saving.error instanceof ProfileConflict;
  const close = () => {
    saving.reset();
    onClose();
  };
  return (
    <ProfileSheet
      student={student}
      isOpen={isOpen}
      {...(start ? { start } : {})}
      isSaving={saving.isPending}
      hasConflict={hasConflict}
      failure={saving.error && !hasConflict ? toProfileFailure(saving.error) : null}
      from={paths.profile}
      onSave={(change) => saving.mutate(change)}
      onClose={close}
    />
  );
}
