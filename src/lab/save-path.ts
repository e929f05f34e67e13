import type { PathFile } from '../../contract/path-file.ts';

/** `Wrong password, then back` becomes `login-wrong-password-then-back.json`. */
export function pathFileName({ machine, title }: PathFile): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${[machine, ...words].join('-').slice(0, 60)}.json`;
}

/** Hands the path to the tester as a file. */
export function savePath(path: PathFile, page: Document): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(path, null, 2)}\n`], { type: 'application/json' }));
  const link = page.createElement('a');
  link.href = url;
  link.download = pathFileName(path);
  link.click();
  // The browser reads it in its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
