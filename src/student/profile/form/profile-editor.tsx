import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../../contract/pages.ts';
import type { Profile } from '../../../../contract/student.ts';
import { studentQueries } from '../../student.queries.ts';
import type { FormStart, PartialStudent } from '../profile-fields.ts';
import { ProfileSheet } from './profile-sheet.tsx';
import { saveProfile, toProfileFailure } from './save-profile.ts';

type ProfileEditorProps = { student: PartialStudent; isOpen: boolean; start?: FormStart; onClose: () => void };

/** Edit Profile in the student area. The sheet closes when the profile is saved. */
export function ProfileEditor({ student, isOpen, start, onClose }: ProfileEditorProps) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (profile: Partial<Profile>) =>
      saveProfile(client, { studentId: student.id, profile, key: crypto.randomUUID() }),
    onSuccess: async ({ kind }) => {
      if (kind === 'conflict') return;
      await client.invalidateQueries({ queryKey: studentQueries.all() });
      onClose();
    },
  });
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
      hasConflict={saving.data?.kind === 'conflict'}
      failure={saving.error ? toProfileFailure(saving.error) : null}
      from={paths.profile}
      onSave={(profile) => saving.mutate(profile)}
      onClose={close}
    />
  );
}
