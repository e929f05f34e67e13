import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { root } from '../repository/source-files.ts';

const run = promisify(execFile);
let handbook = '';
beforeAll(async () => {
  handbook = await readFile(join(root, 'docs/operating.md'), 'utf8');
});

/** The shell blocks of a section, without their indentation, in their order. */
function shellOf(title: string): string[] {
  const [, section = ''] = handbook.split(`\n## ${title}\n`);
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)];
  return blocks.map(([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/**
 * Runs a shell block in which every command only prints its own words, and fails if these words begin with `failing`.
 * Returns the printed lines.
 */
async function playBlock(block: string, failing: string): Promise<string[]> {
  const names = ['systemctl', 'mv', 'landfall', 'install', 'git', 'npm', 'ln', 'cd'];
  const stubs = names.map((name) => `${name}() { echo "${name} $*"; [[ "${name} $*" != "${failing}"* ]]; }`);
  const played = promisify(execFile)('bash', ['-c', `${stubs.join('\n')}\n${block}`]);
  const { stdout } = await played.catch((error: { stdout: string }) => error);
  return stdout.trim().split('\n');
}

describe('the commands of docs/operating.md', () => {
  it('the restore commands in docs/operating.md do nothing more after a restore that failed', async () => {
    const [block = ''] = shellOf('Backup').filter((text) => text.includes('landfall restore'));
    expect(await playBlock(block, 'landfall restore')).toEqual([
      'systemctl stop landfall',
      'mv /var/lib/landfall /var/lib/landfall.broken',
      expect.stringMatching(/^landfall restore /),
    ]);
  });

  it('the upgrade commands in docs/operating.md do nothing more after a backup or a build that failed', async () => {
    const [block = ''] = shellOf('Upgrade').filter((text) => text.includes('landfall backup'));
    expect(await playBlock(block, 'landfall backup')).toEqual([expect.stringMatching(/^landfall backup /)]);
    expect((await playBlock(block, 'npm run build')).at(-1)).toBe('npm run build');
    expect((await playBlock(block, 'nothing')).at(-1)).toBe('landfall doctor');
  });

  it('the shell commands in docs/operating.md have a valid syntax and name only files of the deploy folder that exist', async () => {
    const blocks = ['Install', 'Several processes', 'Upgrade'].flatMap(shellOf);
    expect(blocks.length).toBeGreaterThan(8);
    for (const block of blocks) await run('bash', ['-n', '-c', block]);
    const named = blocks.join('\n').matchAll(/current\/deploy\/([\w.-]+)/g);
    for (const [, name = ''] of named) expect(existsSync(join(root, 'deploy', name)), name).toBe(true);
  });

  it('the installation steps in docs/operating.md install each program before a step uses it', () => {
    const text = shellOf('Install').join('\n');
    const firstUse = (word: RegExp) => text.search(word);
    for (const program of ['git', 'nginx', 'certbot', 'caddy']) {
      const installed = firstUse(new RegExp(`^.*apt-get install .*\\b${program}\\b`, 'm'));
      const used = firstUse(new RegExp(`^(?:.*&& )?(?:systemctl reload )?${program}\\b`, 'm'));
      expect(installed, program).toBeGreaterThan(-1);
      expect(used, program).toBeGreaterThan(installed);
    }
    const command = firstUse(/^install landfall \/usr\/local\/bin\/landfall$/m);
    expect(command).toBeGreaterThan(-1);
    expect(firstUse(/^landfall /m)).toBeGreaterThan(command);
    expect(firstUse(/^landfall staff invite /m)).toBeGreaterThan(firstUse(/^landfall doctor$/m));
  });

  it('the server accepts the production configuration that the installation steps in docs/operating.md write', async () => {
    const block = shellOf('Install').find((text) => text.includes('LANDFALL_ENV=production')) ?? '';
    const written = block.replace(/^install .*\n/, '').replace('cat > /etc/landfall.env', 'cat');
    const { stdout } = await run('sh', ['-c', written]);
    const secret = 'copied-from-the-provider';
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/<from \w+>/, secret));
    const variables = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(readEnv(variables)).toMatchObject({ LANDFALL_ENV: 'production', CASHFREE_MODE: 'production' });
  });
});
