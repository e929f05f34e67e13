// The command `npm run paths`. The code that replays paths in a browser is loaded only when it is needed.
import process from 'node:process';
import { runPaths } from '../../lab/cli.ts';

const printer = {
  out: (line: string) => process.stdout.write(`${line}\n`),
  err: (line: string) => process.stderr.write(`${line}\n`),
};
process.exitCode = await runPaths(process.argv.slice(2), printer, () => import('./replay-in-browser.ts'));
