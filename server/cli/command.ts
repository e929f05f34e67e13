import type { Print } from './print.ts';

/** Where a command prints, and the variables that it was started with. */
export type Surroundings = { out: Print; err: Print; variables: Readonly<Record<string, string | undefined>> };

/** A staff command: reads its words, prints, and answers the exit code (0 done, 1 failed, 2 wrong use). */
export type Command = {
  summary: string;
  /** What may follow the command's name, each with its own summary. */
  actions: ReadonlyArray<{ name: string; summary: string }>;
  run: (words: string[], around: Surroundings) => Promise<number>;
};
