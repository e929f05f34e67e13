import type { ResetPasswordEnd } from '../../../machines/reset-password.machine.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';

const draftName = 'reset-token';

/**
 * Saves the token of an emailed reset link in this tab, so that it can be removed from the URL, where history,
 * screenshots and shared links would show it. The saved token survives a reload. Returns false if sessionStorage is
 * blocked: the token then has to stay in the URL.
 */
export function saveResetToken(token: string): boolean {
  writeDraft(draftName, token);
  return readResetToken() === token;
}

export function readResetToken(): string | null {
  const token = readDraft(draftName);
  return typeof token === 'string' && token !== '' ? token : null;
}

export function dropResetToken(): void {
  dropDraft(draftName);
}

/**
 * Deletes the saved token when the student leaves the page. If the link could not be checked, the token stays, because
 * it may still be valid.
 */
export function leaveReset(end: ResetPasswordEnd): void {
  if (end !== 'linkUnchecked') dropResetToken();
}
