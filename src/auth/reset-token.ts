import { dropDraft, readDraft, writeDraft } from '../offline/drafts.ts';

const place = 'reset-token';

/**
 * Takes the token of a mailed link out of the address, where history, screenshots and shared links would show it. It stays
 * in this tab alone, over a reload, until it is used or refused. False where storage is blocked: it then stays in the address.
 */
export function keepResetToken(token: string): boolean {
  writeDraft(place, token);
  return readResetToken() === token;
}

export function readResetToken(): string | null {
  const token = readDraft(place);
  return typeof token === 'string' && token !== '' ? token : null;
}

export function dropResetToken(): void {
  dropDraft(place);
}
