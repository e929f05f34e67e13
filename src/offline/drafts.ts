import { subject } from './subject.ts';

const prefix = 'landfall:draft:';

/** A draft is its student's: after an expired session nobody else finds it. */
function placeOf(name: string): string {
  return `${prefix}${subject.student ?? 'visitor'}:${name}`;
}

function inSession<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** What a form or flow of this tab had so far; null without one or where storage is blocked. Parse it before use. */
export function readDraft(name: string): unknown {
  return inSession((storage) => JSON.parse(storage.getItem(placeOf(name)) ?? 'null') as unknown);
}

/** Keeps a draft until the tab closes or somebody signs out. Never with passwords, codes or payment sessions in it. */
export function writeDraft(name: string, draft: unknown): void {
  inSession((storage) => storage.setItem(placeOf(name), JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  inSession((storage) => storage.removeItem(placeOf(name)));
}

export function dropAllDrafts(): void {
  inSession((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
