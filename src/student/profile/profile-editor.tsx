import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { studentQueries } from '../student.queries.ts';
import { toProfileFailure } from './profile-failure.ts';
import type { FormStart, KnownStudent } from './profile-fields.ts';
import { ProfileSheet } from './profile-sheet.tsx';
import { saveProfile } from './save-profile.ts';

type ProfileEditorProps = { student: KnownStudent; isOpen: boolean; start?: FormStart; onClose: () => void };

/** Edit Profile on the student's page; the sheet closes when the details are saved. */
export function ProfileEditor({ student, isOpen, start, onClose }: ProfileEditorProps) {
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
