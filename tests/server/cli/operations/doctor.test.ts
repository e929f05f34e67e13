import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { markerHeader } from '../../../../contract/headers.ts';
import { examine } from '../../../../server/cli/operations/doctor-checks.ts';
import { freePort } from '../../../../server/db/embedded/port.ts';
import { readEnv } from '../../../../server/env.ts';
import { root } from '../../../repository/source-files.ts';
import { CashfreeServer, cashfreeAccess } from '../../../support/cashfree-server.ts';
import { createDataFolder } from '../../../support/data-folder.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { listenLocally } from '../../../support/local-http.ts';
import { Msg91Server, msg91AuthKey } from '../../../support/msg91-server.ts';
import { productionEnv } from '../../../support/production.ts';
import { startS3Server } from '../../../support/s3-server.ts';
import { remotePost, sendJson, startWordPress } from '../../news/wordpress-server.ts';
import { startSmtpServer } from '../../providers/mail/smtp-server.ts';
import { staffOf } from '../staff.ts';

const { url } = await createTestDatabase();
const cashfree = new CashfreeServer();
const msg91 = new Msg91Server();
const { account, objects, faults, asked } = await startS3Server();
const [cashfreeUrl, msg91Url] = await Promise.all([cashfree.start(), msg91.start()]);
afterAll(() => {
  cashfree.stop();
  msg91.stop();
});

/**
 * Returns what each check of “landfall doctor” reports with these environment variables. The text of a check that finds
 * a problem begins with `problem`.
 */
async function findings(
  variables: Record<string, string> = {},
  readDisk?: Parameters<typeof examine>[1],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const env = readEnv({ LANDFALL_ENV: 'test', DATABASE_URL: url, ...variables });
  for await (const { name, isProblem, text } of examine(env, readDisk))
    found[name] = isProblem ? `problem ${text}` : text;
  return found;
}

test('“landfall doctor” prints a line for each check and exits with code 1 if a check finds a problem', async () => {
  const news = `http://127.0.0.1:${await freePort()}`;
  const { code, out, err } = await staffOf(url, { NEWS_URL: news })('doctor');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^ok {7}environment {2}test: sandbox providers/);
  // Doctor reports a problem, because the PostgreSQL of the tests runs with fsync off.
  expect(out).toMatch(/^problem {2}database {5}bookings are lost when power fails: switch fsync, .* on$/m);
  expect(out).toMatch(
    /^problem {2}news {9}http:\/\/127\.0\.0\.1:\d+\/wp-json\S*: fetch failed \(ECONNREFUSED\)\. Correct NEWS_URL/m,
  );
  expect(out).toMatch(/\n2 problems\n$/);
});

test('“landfall doctor” names misspelt variables first, and does not count them as problems', async () => {
  const { out } = await staffOf(url, { DATABSE_URL: url, RATE_NOTHING: '5' })('doctor');
  const [first, second, third] = out.split('\n');
  expect(first).toBe('warning  environment  DATABSE_URL is not read: did you mean DATABASE_URL?');
  expect(second).toBe('warning  environment  RATE_NOTHING is not read: there is no such variable');
  expect(third).toMatch(/^ok {7}environment {2}test: sandbox providers/);
  expect(out).toMatch(/\n1 problem, 2 warnings\n$/);
});

test('“landfall doctor” names a misspelt variable even if another variable makes the configuration invalid', async () => {
  const { code, out, err } = await staffOf(url, { PORT: 'harbour', LANDFAL_ENV: 'production' })('doctor');
  expect(code).toBe(1);
  expect(out).toBe('warning  environment  LANDFAL_ENV is not read: did you mean LANDFALL_ENV?\n');
  expect(err).toContain('PORT:');
});

test('“landfall doctor” reports a disk without free space', async () => {
  // The file system /proc has no free space. The second folder does not exist, like a data folder before the first
  // start.
  for (const dataDir of ['/proc', '/proc/landfall-data'])
    expect((await findings({ DATA_DIR: dataDir })).disk).toBe(
      `problem 0.0 GB free for ${dataDir}: make room, or PostgreSQL will stop`,
    );
});

test('“landfall doctor” reports a disk on which the server refuses uploads, although there is room for PostgreSQL', async () => {
  const dataDir = await createDataFolder();
  const diskOf = async (free: number) => {
    const { disk } = await findings({ DATA_DIR: dataDir }, async () => ({ size: 100 * 1024 ** 3, free }));
    return disk;
  };
  const text = `9.9 GB free for ${dataDir}, less than a tenth of the disk`;
  expect(await diskOf(9.9 * 1024 ** 3)).toBe(`problem ${text}: make room, uploads are refused meanwhile`);
  expect(await diskOf(10 * 1024 ** 3)).toBe(`10.0 GB free for ${dataDir}`);
});

test.each([
  ['data folder', '', 'disk'],
  ['folder of uploads', 'files', 'uploads'],
  ['folder of unfinished uploads', 'files/incoming', 'uploads'],
])(
  '“landfall doctor” reports a folder in which the user who runs the command may not write: %s',
  async (_, name, check) => {
    const dataDir = await createDataFolder();
    const folder = join(dataDir, name);
    await mkdir(folder, { recursive: true });
    if (name !== '') await chmod(join(dataDir, 'files'), 0o777);
    await chmod(folder, 0o555);
    // The superuser may write everywhere, so let another user run the command.
    const nobody = 65_534;
    const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const env = { ...process.env, LANDFALL_ENV: 'test', DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['server/cli/landfall.ts', 'doctor'], { cwd: root, env, ...account });
    const [out] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const advice = 'start as its owner, or correct DATA_DIR';
    expect(out).toContain(`\nproblem  ${check.padEnd(11)}  ${folder} is not writable for this user: ${advice}\n`);
  },
);

test('“landfall doctor” stores, reads and deletes an object in the S3 bucket, and reports a bucket that refuses any of these actions', async () => {
  const bucket = {
    S3_ENDPOINT: account.endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    S3_BUCKET: account.bucket,
    S3_REGION: account.region,
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  };
  const advice = 'Correct the S3_ variables, or let the key put, get and delete objects';
  expect((await findings(bucket)).uploads).toBe('the bucket academy-files stores, returns and deletes a file');
  expect(asked.map((request) => request.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE']);
  expect(objects.size).toBe(0);
  const wrongKey = (await findings({ ...bucket, S3_SECRET_ACCESS_KEY: 'wrong-secret' })).uploads;
  expect(wrongKey).toMatch(/^problem .*SignatureDoesNotMatch/);
  expect(wrongKey).toContain(advice);
  expect(wrongKey).not.toContain('wrong-secret');
  const otherBucket = (await findings({ ...bucket, S3_BUCKET: 'other-files' })).uploads;
  expect(otherBucket).toMatch(/^problem .*NoSuchBucket/);
  faults.push('none', 'AccessDenied');
  expect((await findings(bucket)).uploads).toMatch(/^problem .*AccessDenied/);
  expect(objects.size).toBe(0);
  faults.push('none', 'none', 'AccessDenied');
  expect((await findings(bucket)).uploads).toMatch(/^problem .*AccessDenied/);
});

test('“landfall doctor” connects to the mail server but sends no email', async () => {
  const smtp = await startSmtpServer();
  const mail = { MAIL_FROM: 'bookings@example.com' };
  expect((await findings({ ...mail, SMTP_URL: smtp.url })).mail).toContain('nothing was sent');
  expect(smtp.received).toEqual([]);
  expect(smtp.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
  const refused = await findings({ ...mail, SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(refused.mail).toMatch(/^problem 127\.0\.0\.1:9: .*ECONNREFUSED.*Correct SMTP_URL/);
});

test('“landfall doctor” makes a signed call to Cashfree that changes nothing, and reports a wrong secret', async () => {
  const variables = {
    PAYMENT_PROVIDER: 'cashfree',
    CASHFREE_CLIENT_ID: cashfreeAccess.clientId,
    CASHFREE_CLIENT_SECRET: cashfreeAccess.clientSecret,
    CASHFREE_URL: cashfreeUrl,
  };
  expect((await findings(variables)).payments).toBe('Cashfree (sandbox) accepts our signed call');
  expect(cashfree.orders.size).toBe(0);
  const wrong = await findings({ ...variables, CASHFREE_CLIENT_SECRET: 'cfsk_ma_test_wrong_secret_000' });
  expect(wrong.payments).toMatch(/^problem Cashfree GET .* 401 .*Correct CASHFREE_CLIENT_ID/);
  expect(wrong.payments).not.toContain('wrong_secret');
});

test('“landfall doctor” checks the MSG91 key by sending an invalid token, and reports a wrong key', async () => {
  const widget = { OTP_PROVIDER: 'msg91', MSG91_WIDGET_ID: 'w', MSG91_TOKEN: 't', MSG91_URL: msg91Url };
  expect((await findings({ ...widget, MSG91_AUTH_KEY: msg91AuthKey })).codes).toBe('MSG91 accepts our key');
  expect((await findings({ ...widget, MSG91_AUTH_KEY: 'wrong' })).codes).toMatch(/^problem MSG91 .*MSG91_AUTH_KEY/);
});

test('“landfall doctor” reports whether PUBLIC_URL reaches this site or another site', async () => {
  const server = createServer((request, reply) => {
    if (request.headers.host?.startsWith('localhost')) reply.setHeader(markerHeader, '1');
    reply.end('{}');
  });
  const address = await listenLocally(server);
  onTestFinished(() => void server.close());
  const own = address.replace('127.0.0.1', 'localhost');
  expect((await findings({ PUBLIC_URL: own })).address).toBe(`${own} reaches Landfall`);
  expect((await findings({ PUBLIC_URL: address })).address).toMatch(/^problem .* not from Landfall: start the server/);
});

test('“landfall doctor” reports a news site whose posts cannot be read or shown', async () => {
  const site = await startWordPress();
  const newsOf = async () => (await findings({ NEWS_URL: site.url })).news;
  expect(await newsOf()).toBe(`${new URL(site.url).host} returns posts`);
  site.respond = (_, response) => sendJson(response, 200, [remotePost(1, { categories: 'news' })]);
  expect(await newsOf()).toMatch(/^problem .*no posts that can be shown \(0: categories: .*correct NEWS_URL/);
  site.respond = (_, response) => response.end('<h1>Welcome</h1>');
  expect(await newsOf()).toMatch(/^problem .*no posts that can be shown/);
});

test('“landfall doctor” reports an unreachable database and a wrong content folder', async () => {
  const found = await findings({ DATABASE_URL: 'postgres://landfall:hush@127.0.0.1:9/landfall', CONTENT_DIR: '/tmp' });
  expect(found.database).toMatch(/^problem cannot reach 127\.0\.0\.1:9\/landfall/);
  expect(found.database).not.toContain('hush');
  expect(found.site).toMatch(/^problem /);
});

test('“landfall doctor” does not create a database if none exists', async () => {
  const dataDir = join('/tmp', `landfall-doctor-${process.pid}`);
  const found: string[] = [];
  for await (const { name, text } of examine(readEnv({ LANDFALL_ENV: 'test', DATA_DIR: dataDir })))
    if (name === 'database') found.push(text);
  expect(found).toEqual(['none yet: the first start makes its own PostgreSQL']);
});

test('in production, landfall commands refuse an empty database at DATABASE_URL if DATA_DIR contains an embedded PostgreSQL', async () => {
  const dataDir = await createDataFolder();
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  const { url: empty, db } = await createTestDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const variables = { ...productionEnv, DATABASE_URL: empty, DATA_DIR: dataDir };
  const reason = `the database of DATABASE_URL is empty, but ${dataDir} has data of the embedded PostgreSQL`;
  const { code, err } = await staffOf(empty, variables)('settings', 'list');
  expect(code).toBe(1);
  expect(err).toContain(reason);
  for await (const { name, isProblem, text } of examine(readEnv(variables))) {
    if (name !== 'database') continue;
    expect([isProblem, text]).toEqual([true, expect.stringContaining(reason)]);
    // Stop here, because the next checks would call the services that the environment variables name.
    break;
  }
});
