import type { Plugin } from 'vite';

/** Writes the worker's scripts and styles into one file, `assets/parts-<hash>.json`; answers its address. */
export function packParts(clientDir: string, leftOut: RegExp): Promise<string>;
/** Does so for the client's build, before the worker's list is made. */
export function partsInOne(clientDir: string, leftOut: RegExp): Plugin;
