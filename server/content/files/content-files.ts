import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentFault } from './content-fault.ts';

/** Content files that are each stored as one row of the table `cms_documents`, by the key of the row. */
export const documentFiles = {
  brand: 'brand.json',
  header: 'header.json',
  footer: 'footer.json',
  home: 'home.json',
  'booking-settings': 'booking-settings.json',
  receipt: 'receipt.json',
  about: 'cms/about.json',
  'governing-body': 'cms/governing-body.json',
  'principal-message': 'cms/principal-message.json',
  'why-landfall': 'cms/why-landfall.json',
  'mission-vision': 'cms/mission-vision.json',
  contact: 'cms/contact.json',
  grievance: 'cms/grievance.json',
  terms: 'policies/terms.json',
  'refund-policy': 'policies/refund-policy.json',
  'privacy-policy': 'policies/privacy-policy.json',
  'anti-ragging': 'policies/anti-ragging.json',
  redirects: 'redirects.json',
} as const;

/** Content files that each contain one list, such as the list of all departments. */
export const listFiles = {
  notices: 'notices.json',
  departments: 'departments.json',
  packages: 'packages.json',
  'booking-groups': 'booking-groups.json',
  authors: 'authors.json',
} as const;
/** File with the demo accounts. It is optional, because an academy's own content folder has none. */
export const studentsFile = 'students.json';
/** Optional file with what the academy tells students about the first day of their courses. */
export const joiningFile = 'joining.json';
/** Optional file with the academy's holidays, breaks and instructors. */
export const calendarFile = 'calendar.json';
/** Optional file with the steps of the refund policy, whose text is in `policies/refund-policy.json`. */
export const refundsFile = 'refunds.json';
export const coursesFolder = 'courses';
export const postsFolder = 'posts';

/**
 * What was read from a content folder: the texts of its files by relative path, the faults of the files that could not
 * be read, and a hash of all texts.
 */
export type ContentFiles = { texts: ReadonlyMap<string, string>; faults: ContentFault[]; hash: string };

async function readOne(
  folder: string,
  file: string,
  isOptional: boolean,
): Promise<[string, string] | ContentFault | null> {
  try {
    return [file, (await readFile(join(folder, file), 'utf8')).replace(/^\uFEFF/, '')];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code !== 'ENOENT') return { file, path: '', reason: `can't be read (${code})` };
    return isOptional ? null : { file, path: '', reason: 'file is missing' };
  }
}

async function listFolder(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => `${part}/${name}`);
  return files.sort();
}

/**
 * A number that is part of the content's hash. Raise it when a release stores more of the content than earlier releases
 * did. Every site then loads its content once more, although the files have not changed.
 */
const loadFormat = 2;

/** Reads the JSON files of a content folder. Never throws. */
export async function readContentFiles(folder: string): Promise<ContentFiles> {
  const [courses, posts] = await Promise.all([listFolder(folder, coursesFolder), listFolder(folder, postsFolder)]);
  const named = [...Object.values(documentFiles), ...Object.values(listFiles)];
  const required = [...named, ...courses, ...posts];
  const read = await Promise.all([
    ...required.map((file) => readOne(folder, file, false)),
    readOne(folder, studentsFile, true),
    readOne(folder, joiningFile, true),
    readOne(folder, calendarFile, true),
    readOne(folder, refundsFile, true),
  ]);
  const texts = new Map<string, string>();
  const faults: ContentFault[] = [];
  for (const one of read) {
    if (Array.isArray(one)) texts.set(...one);
    else if (one) faults.push(one);
  }
  if (courses.length === 0) faults.push({ file: coursesFolder, path: '', reason: 'folder has no course files' });
  const hash = createHash('sha256').update(`${loadFormat}\0`);
  for (const [file, text] of texts) hash.update(`${file}\0${text}\0`);
  return { texts, faults, hash: hash.digest('hex') };
}

/** The URL paths (`/media/…`) of all files in the content folder's `media` folder. */
export async function listMedia(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  const root = join(folder, 'media');
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((file) => `/media${join(file.parentPath, file.name).slice(root.length)}`));
}
