import type { QueryClient } from '@tanstack/react-query';
import { type Profile, updateStudent } from '../../../../contract/student.ts';
import type { SaveProfileOutcome } from '../../../../machines/checkout.context.ts';
import { sessionQueries } from '../../../auth/session/session.queries.ts';
import { ApiError, apiOf } from '../../../lib/api.ts';
import { isRefusal } from '../../../lib/refusals.ts';
import { unreachable } from '../../../offline/connection/unreachable.ts';
import { dropDraft, readDraft } from '../../../offline/session/drafts.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { dependOnDocuments } from '../../documents/document.mutations.ts';

type ProfileSave = { studentId: string; profile: Partial<Profile>; key: string; signal?: AbortSignal };

/** Name of the draft that stores what was typed into the profile form. */
export const profileDraft = (studentId: string) => `profile:${studentId}`;

/**
 * Saves the profile. Deletes its draft, unless the draft was changed while the profile was being saved. Refetches the
 * sign-in session, which contains the student's name, and the documents; the caller must refetch the profile. `key`:
 * idempotency key. Result `conflict`: another student has the same email address, phone, INDOS or passport number.
 * @throws ApiError
 */
export async function saveProfile(client: QueryClient, save: ProfileSave): Promise<SaveProfileOutcome> {
  const { studentId, profile, key, signal } = save;
  const draft = profileDraft(studentId);
  const sentDraft = JSON.stringify(readDraft(draft));
  try {
    const options = signal ? { key, signal } : { key };
    await apiOf(client).call(updateStudent, { params: { userId: studentId }, body: profile }, options);
  } catch (error) {
    if (isRefusal(error, updateStudent, 'USER_EXISTS')) return { kind: 'conflict' };
    throw error;
  }
  if (JSON.stringify(readDraft(draft)) === sentDraft) dropDraft(draft);
  showToast({ message: 'Updated Successfully', tone: 'success' });
  // A changed name or number puts verified documents back to review.
  for (const queryKey of [sessionQueries.all(), ...dependOnDocuments(studentId)])
    void client.invalidateQueries({ queryKey });
  return { kind: 'saved' };
}

/** Why a profile was not saved. `fields`: the server's error messages by field. */
export type ProfileFailure = {
  text: string;
  advice: string | null;
  needsSignIn: boolean;
  fields: Record<string, string>;
};

/** Returns the message for a profile that could not be saved, with advice if the cause is known. */
export function toProfileFailure(error: unknown): ProfileFailure {
  const failure: ProfileFailure = { text: 'Something went wrong.', advice: null, needsSignIn: false, fields: {} };
  if (!(error instanceof ApiError)) return failure;
  if (error.kind === 'offline') {
    const { reason, when } = unreachable();
    return { ...failure, advice: `${reason}. Save again ${when}.` };
  }
  const needsSignIn = isRefusal(error, updateStudent, 'RECENT_SIGN_IN_NEEDED') || error.status === 401;
  const hasServerMessage = error.failure !== null && error.status < 500;
  return {
    ...failure,
    needsSignIn,
    advice: hasServerMessage ? (error.failure?.message ?? null) : null,
    fields: error.failure?.fields ?? {},
  };
}
