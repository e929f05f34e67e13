/** Where a command prints its output. Tests collect it instead. */
export type Printer = { out: (line: string) => void; err: (line: string) => void };

/** A subcommand of `npm run paths`. `run` resolves to one of the `exitCodes`. */
export type Command = {
  name: string;
  summary: string;
  help: string;
  run: (args: string[], printer: Printer) => Promise<number>;
};

/** Invalid arguments or an unreadable file. Only the message is printed, without a stack trace. */
export class UsageError extends Error {}

/** `different`: a path differs, or a planted fault was not detected. `usage`: a `UsageError`. */
export const exitCodes = { ok: 0, different: 1, usage: 2 } as const;
