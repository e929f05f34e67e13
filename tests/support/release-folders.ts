import { appendFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { releaseOf } from '../../server/html/releases/pack-release.ts';
import { root } from '../repository/source-files.ts';

type ReleaseName = '1' | '2';

const parts = ['contract', 'content', 'dist', 'public', 'server', 'package.json'];

/**
 * Two releases of the program in the folders `1` and `2`, and a symbolic link to the current one
 * (docs/operating.md#upgrade). They differ in the shell of the site and in one script, `/assets/only-in-<release>.js`.
 */
export class ReleaseFolders {
  /** The path of the symbolic link to the current release, which is at first the release `1`. */
  readonly current: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.current = join(folder, 'current');
  }

  static async create(): Promise<ReleaseFolders> {
    const folder = await mkdtemp(join(tmpdir(), `landfall-test-${process.pid}-`));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const releases = new ReleaseFolders(folder);
    for (const name of ['1', '2'] as const) {
      const release = releases.#path(name);
      await mkdir(release, { recursive: true });
      for (const part of parts) await cp(join(root, part), join(release, part), { recursive: true });
      await symlink(join(root, 'node_modules'), join(release, 'node_modules'));
      await appendFile(join(release, 'dist/client/shell.html'), `<!-- release ${name} -->`);
      await writeFile(join(release, `dist/client/assets/only-in-${name}.js`), `export const release = ${name};`);
    }
    await releases.switchTo('1');
    return releases;
  }

  #path(name: ReleaseName): string {
    return join(this.#folder, 'releases', name);
  }

  /** The release id that a server reports if it was started from the release `name`. */
  idOf(name: ReleaseName): Promise<string> {
    return releaseOf(join(this.#path(name), 'dist/client'));
  }

  async switchTo(name: ReleaseName): Promise<void> {
    const next = join(this.#folder, 'next');
    await symlink(join('releases', name), next);
    await rename(next, this.current);
  }

  async remove(name: ReleaseName): Promise<void> {
    await rm(this.#path(name), { recursive: true });
  }
}
