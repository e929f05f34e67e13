import { subject } from './subject.ts';

const prefix = 'landfall:draft:';

/**
 * Key of a draft in sessionStorage. It contains the student's id, so that another student who signs in after an expired
 * session does not see the draft.
 */
function storageKey(name: string): string {
  return `${prefix}${subject.student ?? 'visitor'}:${name}`;
}

function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** The saved draft of a form or flow in this tab; null if there is none or storage is blocked. Parse it before use. */
export function readDraft(name: string): unknown {
  return withStorage((storage) => JSON.parse(storage.getItem(storageKey(name)) ?? 'null') as unknown);
}

/**
 * Saves a draft until the tab is closed or the student signs out. It must not contain passwords, one-time codes or
 * payment sessions.
 */
export function writeDraft(name: string, draft: unknown): void {
  withStorage((storage) => storage.setItem(storageKey(name), JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  withStorage((storage) => storage.removeItem(storageKey(name)));
}

function deleteDrafts(keyPrefix: string): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(keyPrefix)) storage.removeItem(key);
  });
}

/** Deletes the drafts that a student has in this tab. */
export function deleteDraftsOf(student: string): void {
  deleteDrafts(`${prefix}${student}:`);
}

export function deleteAllDrafts(): void {
  deleteDrafts(prefix);
}
