const prefix = 'landfall:draft:';

function inSession<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** What a form or flow of this tab had so far; null without one or where storage is blocked. Parse it before use. */
export function readDraft(name: string): unknown {
  return inSession((storage) => JSON.parse(storage.getItem(prefix + name) ?? 'null') as unknown);
}

/** Keeps a draft until the tab closes or somebody signs out. Never with passwords, codes or payment sessions in it. */
export function writeDraft(name: string, draft: unknown): void {
  inSession((storage) => storage.setItem(prefix + name, JSON.stringify(draft)));
}

export function dropDraft(name: string): void {
  inSession((storage) => storage.removeItem(prefix + name));
}

export function dropAllDrafts(): void {
  inSession((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
