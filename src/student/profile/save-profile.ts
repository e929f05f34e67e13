import type { QueryClient } from '@tanstack/react-query';
import { type Profile, updateStudent } from '../../../contract/student.ts';
import { sessionQueries } from '../../auth/session.queries.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { dropDraft } from '../../offline/drafts.ts';
import { showToast } from '../../ui/toasts.ts';

export type ProfileSaving = { kind: 'saved' } | { kind: 'conflict' };
export type ProfileSave = { studentId: string; profile: Partial<Profile>; key: string; signal?: AbortSignal };

/** Name under which the form keeps what was typed. */
export const profileDraft = (studentId: string) => `profile:${studentId}`;

/**
 * Saves a profile form; then the draft goes and the name is asked for anew; the profile is the caller's to load again.
 * `conflict`: another student has the same e-mail or number. `key` makes a repeat harmless. @throws ApiError
 */
export async function saveProfile(client: QueryClient, save: ProfileSave): Promise<ProfileSaving> {
  const { studentId, profile, key, signal } = save;
  try {
    const options = signal ? { key, signal } : { key };
    await apiOf(client).call(updateStudent, { params: { userId: studentId }, body: profile }, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && error.code !== 'IN_PROGRESS') return { kind: 'conflict' };
    throw error;
  }
  dropDraft(profileDraft(studentId));
  showToast({ message: 'Updated Successfully', tone: 'right' });
  void client.invalidateQueries({ queryKey: sessionQueries.all() });
  return { kind: 'saved' };
}
