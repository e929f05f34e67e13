import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['contract', 'machines', 'src', 'sw', 'server', 'lab', 'e2e', 'bench', 'setup'];
const importLine = /(?:\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g;

/** Paths of the files in a folder and its sub-folders, relative to the project root and with `/` as separator. */
export function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Paths of all TypeScript source files. */
export function sourceFiles(): string[] {
  return folders.flatMap((folder) => filesIn(folder, /\.(ts|tsx)$/));
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export type ImportEdge = { from: string; to: string; isOwn: boolean };

const importOfTypes = /^\s*(?:import|export)\s+type\s[^;]*;/gm;

/**
 * The imports of a file. Our own files are given by their path relative to the project root, packages by their name.
 * `isRuntime`: leave out type-only imports.
 */
export function importsOf(file: string, { isRuntime = false } = {}): ImportEdge[] {
  const source = isRuntime ? readSource(file).replaceAll(importOfTypes, '') : readSource(file);
  return [...source.matchAll(importLine)].map(([, , to = '']) => {
    const isOwn = to.startsWith('.');
    return { from: file, to: isOwn ? relative(root, join(root, dirname(file), to)).replaceAll('\\', '/') : to, isOwn };
  });
}
