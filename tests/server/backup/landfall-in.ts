import { runLandfall } from '../../../server/cli/run-landfall.ts';

/**
 * Returns a function that runs the command `landfall <words>` in this process, on the embedded PostgreSQL database in
 * the folder `dataDir`.
 */
export function landfallIn(dataDir: string, variables: Record<string, string> = {}) {
  return async (...words: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runLandfall(words, {
      out: async (text) => void out.push(text),
      err: async (text) => void err.push(text),
      variables: { DATA_DIR: dataDir, LANDFALL_ENV: 'test', ...variables },
    });
    return { code, out: out.join(''), err: err.join('') };
  };
}
