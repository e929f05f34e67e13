import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { studentQueries } from '../student.queries.ts';
import { toProfileFailure } from './profile-failure.ts';
import type { KnownStudent } from './profile-fields.ts';
import { ProfileForm } from './profile-form.tsx';
import { saveProfile } from './save-profile.ts';

/** The profile form of the profile page; it closes when the details are saved. */
export function ProfileEditor({ student, onClose }: { student: KnownStudent; onClose: () => void }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (profile: Parameters<typeof saveProfile>[1]['profile']) =>
      saveProfile(client, { studentId: student.id, profile, key: crypto.randomUUID() }),
    onSuccess: async ({ kind }) => {
      if (kind === 'conflict') return;
      await client.invalidateQueries({ queryKey: studentQueries.all() });
      onClose();
    },
  });
  return (
    <ProfileForm
      student={student}
      isSaving={saving.isPending}
      hasConflict={saving.data?.kind === 'conflict'}
      failure={saving.error ? toProfileFailure(saving.error) : null}
      from={paths.profile}
      onSave={(profile) => saving.mutate(profile)}
      onCancel={onClose}
    />
  );
}
