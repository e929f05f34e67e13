import type * as z from 'zod';
import { counted } from '../../../contract/counted.ts';

/** A fault in a content folder: the file, the JSON path in it ('' for the whole file) and the reason. */
export type ContentFault = { file: string; path: string; reason: string };

/** Thrown when a content folder cannot be loaded; nothing was changed. `message` lists every fault on its own line. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly faults: ContentFault[];

  constructor(folder: string, faults: ContentFault[]) {
    const count = counted(faults.length, 'error');
    super(`The content in ${folder} has ${count}; nothing was loaded:\n${faults.map(faultLine).join('\n')}`);
    this.faults = faults;
  }
}

/** Formats a content fault as a line of text: `  courses/pre-dns.json  batches.special[0].n  reason`. */
export function faultLine({ file, path, reason }: ContentFault): string {
  return `  ${[file, path, reason].filter((part) => part !== '').join('  ')}`;
}

/** Formats a JSON path: `['semesters', 0, 'theory']` becomes `semesters[0].theory`. */
export function jsonPath(keys: ReadonlyArray<PropertyKey>): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/** The faults that a schema found in one content file. */
export function schemaFaults(file: string, error: z.ZodError): ContentFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ file, path: jsonPath([...issue.path, key]), reason: 'unknown key' }));
    }
    const isMissing = issue.code === 'invalid_type' && /received (undefined|NaN)$/.test(issue.message);
    return [{ file, path: jsonPath(issue.path), reason: isMissing ? 'is missing' : issue.message }];
  });
}
