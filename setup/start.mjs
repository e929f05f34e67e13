// npm start: installs and builds what is missing, then runs the server, which prints its own stages.
import { build } from './build.mjs';
import { environment, pinnedNode, runInForeground } from './command.mjs';
import { install } from './install.mjs';
import { serverCommand } from './server-command.mjs';
import { exitWith, stage } from './stage.mjs';

try {
  await stage('install', install);
  await stage('build', build);
  process.exitCode = await runInForeground(pinnedNode, [...serverCommand, ...process.argv.slice(2)], {
    env: environment(),
  });
} catch (error) {
  exitWith(error);
}
