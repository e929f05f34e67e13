/** A staff command: reads its words, prints, and answers the exit code (0 done, 1 failed, 2 wrong use). */
export type Command = { summary: string; run: (words: string[]) => Promise<number> };
