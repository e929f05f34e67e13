/** Writes `<file>.br` and `<file>.gz` beside every text file below `folder`; answers how many files it packed. */
export function precompress(folder: string): Promise<number>;
