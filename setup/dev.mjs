// npm run dev: installs what is missing, then runs the server with Vite inside it.
import { environment, pinnedNode, runInForeground } from './command.mjs';
import { install } from './install.mjs';
import { exitWith, stage } from './stage.mjs';

try {
  await stage('install', install);
  const env = environment({ LANDFALL_DEV: '1' });
  process.exitCode = await runInForeground(pinnedNode, ['server/main.ts', ...process.argv.slice(2)], { env });
} catch (error) {
  exitWith(error);
}
