import type { Print } from '../output/print.ts';

/** Where a command prints, and its environment variables. */
export type CommandContext = { out: Print; err: Print; variables: Readonly<Record<string, string | undefined>> };

/** A staff command. `run` parses the arguments, prints, and returns the exit code (0 done, 1 failed, 2 wrong usage). */
export type Command = {
  summary: string;
  /** The actions that may follow the command's name. */
  actions: ReadonlyArray<{ name: string; summary: string }>;
  run: (args: string[], context: CommandContext) => Promise<number>;
};
