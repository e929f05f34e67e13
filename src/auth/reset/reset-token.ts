import type { ResetPasswordEnd } from '../../../machines/reset-password.machine.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';

const draftName = 'reset-token';

/**
 * Saves the token of an emailed link in this tab, so that it can be removed from the URL, where history, screenshots
 * and shared links would show it. The saved token survives a reload. Returns false if storage is blocked: the token
 * then has to stay in the URL.
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

/** Forgets the token when the page is left, unless the link could not be checked: it may still be valid. */
export function leaveReset(end: ResetPasswordEnd): void {
  if (end !== 'linkUnchecked') dropResetToken();
}
