// npm run check: runs run-checks.ts on the Node that the project pins.
import { existsSync } from 'node:fs';
import { pinnedNode, root, runInForeground } from './command.mjs';

if (existsSync(pinnedNode)) {
  process.exitCode = await runInForeground(pinnedNode, ['setup/run-checks.ts', ...process.argv.slice(2)], {
    cwd: root,
  });
} else {
  console.error('The packages are not installed: run npm test or npm start once.');
  process.exitCode = 1;
}
