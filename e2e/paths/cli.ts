import process from 'node:process';
import { runPaths } from './run-paths.ts';

process.exitCode = await runPaths(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
