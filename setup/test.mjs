// npm test: installs the packages, then leaves everything else to run-tests.ts on the Node that the project pins.
import { pinnedNode, root, runInForeground } from './command.mjs';
import { install } from './install.mjs';
import { SetupError, stage } from './stage.mjs';

try {
  await stage('install', install);
  const args = process.argv.slice(2);
  process.exitCode = await runInForeground(pinnedNode, ['setup/run-tests.ts', ...args], { cwd: root });
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
