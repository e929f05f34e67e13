import process from 'node:process';
import { printTo } from './output/print.ts';
import { runLandfall } from './run-landfall.ts';

process.exitCode = await runLandfall(process.argv.slice(2), {
  out: printTo(process.stdout),
  err: printTo(process.stderr),
  variables: process.env,
});
