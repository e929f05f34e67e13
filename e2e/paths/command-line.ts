/** Where a command writes; tests read it. */
export type Printer = { out: (line: string) => void; err: (line: string) => void };

/** Answers the exit code: 0 all is well, 1 a path differs or a fault was missed, 2 wrong use or a file that cannot be read. */
export type Command = {
  name: string;
  does: string;
  help: string;
  run: (words: string[], printer: Printer) => Promise<number>;
};

/** Wrong use, told to the person without a stack. */
export class WrongUse extends Error {}

export const exitCodes = { well: 0, different: 1, wrongUse: 2 } as const;
