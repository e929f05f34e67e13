import process from 'node:process';
import type { Command } from './command.ts';
import { contentCommand } from './content-command.ts';

const commands: Record<string, Command> = { content: contentCommand };

const usage = `Usage: landfall <command>

Commands
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

'landfall <command> --help' says more.
`;

async function run([name, ...words]: string[]): Promise<number> {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command) return command.run(words);
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  (isHelp ? process.stdout : process.stderr).write(
    name && !isHelp ? `landfall: there is no command '${name}'\n\n${usage}` : usage,
  );
  return isHelp ? 0 : 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const known = error instanceof Error && ['StartError', 'EnvError', 'ContentError'].includes(error.name);
  process.stderr.write(`${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
}
