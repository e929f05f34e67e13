import type { Print } from '../output/print.ts';
import type { Action } from './action.ts';

/** The output and the environment variables of a staff command. */
export type CommandContext = { out: Print; err: Print; variables: Readonly<Record<string, string | undefined>> };

/** A staff command with several actions: `landfall <command> <action> …`. */
export type StaffCommand = { summary: string; actions: readonly Action[] };
