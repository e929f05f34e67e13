import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../../server/cli/operations/doctor-checks.ts';
import { readEnv } from '../../../server/env.ts';
import { claimUploadFolder, readFolderId, uploadFolderOf } from '../../../server/files/upload-folder.ts';
import { root } from '../../repository/source-files.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, url } = await createTestDatabase();
const parent = await mkdtemp(join(tmpdir(), 'landfall-folders-'));
afterAll(() => rm(parent, { recursive: true, force: true }));
let [one, other] = ['', ''];
let made = 0;
beforeEach(async () => {
  await db.deleteFrom('upload_folder').execute();
  [one, other] = [join(parent, `data-${made++}`), join(parent, `data-${made++}`)];
});

const claim = (dataDir: string) => claimUploadFolder(db, uploadFolderOf(dataDir));
const own = () => db.selectFrom('upload_folder').select('id').executeTakeFirstOrThrow();

describe('the folder of uploads of an external database', () => {
  it('two processes on one database may share an upload folder, but a process with another upload folder is refused', async () => {
    await claim(one);
    await claim(one);
    await expect(claim(other)).rejects.toThrow(/set DATA_DIR of all processes to the same folder .*S3_BUCKET/);
    expect(await readFolderId(uploadFolderOf(other))).toBeNull();
    expect(await readdir(uploadFolderOf(one))).toEqual(['folder-id']);
  });

  it('if two processes with different upload folders start at the same time on a new database, one process is refused', async () => {
    const outcomes = await Promise.allSettled([claim(one), claim(other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('four processes with the same upload folder may start at the same time on a new database', async () => {
    await Promise.all([claim(one), claim(one), claim(one), claim(one)]);
    expect(await readFolderId(uploadFolderOf(one))).toBe((await own()).id);
    expect(await readdir(uploadFolderOf(one))).toEqual(['folder-id']);
  });

  it('a copy of the upload folder that includes its id is accepted in place of the original', async () => {
    await claim(one);
    await cp(one, other, { recursive: true });
    await claim(other);
  });

  it('an upload folder without an id is accepted after the id from the error message has been written into the folder', async () => {
    await claim(one);
    await claim(other).catch(() => {});
    const refusal = await claim(other).then(
      () => '',
      (error: Error) => error.message,
    );
    const [, id = '', marker = ''] = /write (\S+) into (\S+)$/.exec(refusal) ?? [];
    await cp(uploadFolderOf(one), uploadFolderOf(other), { recursive: true });
    await writeFile(marker, id);
    await claim(other);
  });

  it('a database without the id of its upload folder takes over the id that is stored in the folder', async () => {
    await claim(one);
    await db.deleteFrom('upload_folder').execute();
    await claim(one);
    expect((await own()).id).toBe(await readFolderId(uploadFolderOf(one)));
  });

  it('an upload folder with a damaged id is refused with a message that says what to do', async () => {
    await claim(one);
    await writeFile(join(uploadFolderOf(one), 'folder-id'), 'nonsense');
    await expect(claim(one)).rejects.toThrow('is damaged: delete it and start again');
  });

  it('a server whose upload folder does not belong to the database does not start, and reports this in one line', async () => {
    await claim(one);
    const env = { ...process.env, LANDFALL_ENV: 'test', PORT: '0', DATABASE_URL: url, DATA_DIR: other };
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { cwd: root, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(/^the uploads of this database are not in \S+: .*$/);
  });

  it('“landfall doctor” reports an upload folder that does not belong to the database, and changes nothing', async () => {
    await claim(one);
    const found: Record<string, string> = {};
    for (const dataDir of [one, other])
      for await (const { name, isProblem, text } of examine(
        readEnv({ LANDFALL_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir }),
      ))
        if (name === 'uploads') found[dataDir] = isProblem ? `problem ${text}` : text;
    expect(found[one]).toBe(`in ${uploadFolderOf(one)}, which all processes must share`);
    expect(found[other]).toMatch(/^problem the uploads of this database are not in /);
    await expect(readdir(other)).rejects.toThrow('ENOENT');
  });
});
