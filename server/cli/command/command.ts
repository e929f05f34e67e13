import type { Print } from '../output/print.ts';
import type { Action } from './action.ts';

/** Where a staff command prints its output and its errors, and the environment variables that it reads. */
export type CommandContext = { out: Print; err: Print; variables: Readonly<Record<string, string | undefined>> };

/** A staff command with several actions: `landfall <command> <action> …`. */
export type StaffCommand = { summary: string; actions: readonly Action[] };
