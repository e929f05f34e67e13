import type * as z from 'zod';

/** One thing wrong with a content folder: which file, where in it (JSON path, '' for the whole file), and why. */
export type ContentFault = { file: string; path: string; reason: string };

/** The folder can't be loaded: `message` lists every fault, a line each. Nothing was changed. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly faults: ContentFault[];

  constructor(folder: string, faults: ContentFault[]) {
    const many = faults.length === 1 ? '1 error' : `${faults.length} errors`;
    super(`The content in ${folder} has ${many}; nothing was loaded:\n${faults.map(faultLine).join('\n')}`);
    this.faults = faults;
  }
}

/** `  courses/pre-dns.json  batches.special[0].n  reason`. */
export function faultLine({ file, path, reason }: ContentFault): string {
  return `  ${[file, path, reason].filter((part) => part !== '').join('  ')}`;
}

/** `['semesters', 0, 'theory']` as `semesters[0].theory`. */
export function jsonPath(keys: ReadonlyArray<PropertyKey>): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/** What a schema found wrong with one file. */
export function schemaFaults(file: string, error: z.ZodError): ContentFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ file, path: jsonPath([...issue.path, key]), reason: 'unknown key' }));
    }
    const isMissing = issue.code === 'invalid_type' && /received undefined$/.test(issue.message);
    return [{ file, path: jsonPath(issue.path), reason: isMissing ? 'is missing' : issue.message }];
  });
}
