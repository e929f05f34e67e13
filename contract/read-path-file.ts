import type * as z from 'zod';
import { findJsonFault } from './json-fault.ts';
import { type PathFile, pathFileSchema } from './path-file.ts';

/** A valid path file, or what is wrong with it and where. */
export type ReadPathFile = { file: PathFile; trouble: null } | { file: null; trouble: string };

/** `steps.2.expect.state` in words, counted from 1: `step 3, expect, state`. */
function placeInWords(path: readonly PropertyKey[]): string {
  const words: string[] = [];
  for (let at = 0; at < path.length; at++) {
    const [part, next] = [path[at], path[at + 1]];
    if (part === 'steps' && typeof next === 'number') words.push(`step ${next + 1}`);
    else if (typeof part === 'number') words.push(path[at - 1] === 'steps' ? '' : `number ${part + 1}`);
    else words.push(String(part));
  }
  return words.filter((word) => word !== '').join(', ');
}

function tellIssue(issue: z.core.$ZodIssue): string {
  const place = placeInWords(issue.path);
  if (issue.code === 'unrecognized_keys') return `${place || 'the file'}: has no place for ${issue.keys.join(', ')}`;
  return place ? `${place}: ${issue.message}` : `the file ${issue.message}`;
}

/** Reads a path file. A file that is not JSON is refused with line and column, one of another shape with the field. */
export function readPathFile(text: string): ReadPathFile {
  const fault = findJsonFault(text);
  if (fault) return { file: null, trouble: `line ${fault.line}, column ${fault.column}: ${fault.words}` };
  const read = pathFileSchema.safeParse(JSON.parse(text));
  if (read.success) return { file: read.data, trouble: null };
  return { file: null, trouble: read.error.issues.slice(0, 5).map(tellIssue).join('; ') };
}
