import type { PathFile } from '../../contract/path-file.ts';

/** File name of a path. `Wrong password, then back` becomes `login-wrong-password-then-back.json`. */
function pathFileName({ machine, title }: PathFile): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${[machine, ...words].join('-').slice(0, 60)}.json`;
}

/** Downloads the path as a file. */
export function savePath(path: PathFile, page: Document): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(path, null, 2)}\n`], { type: 'application/json' }));
  const link = page.createElement('a');
  link.href = url;
  link.download = pathFileName(path);
  link.click();
  // The download may start later, so do not revoke the URL at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
