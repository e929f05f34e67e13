import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { isTlsDatabase } from '../../../server/configuration/network-address.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { clusterAccount } from '../../../server/db/embedded/account.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { reachDatabase } from '../../../server/db/open.ts';
import { makeCertificate } from '../../support/certificate.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'landfall-tls-'));
await chmod(dataDir, 0o755);

/** The certificate of PostgreSQL, which nobody trusts, for the address 127.0.0.1 but not for the name localhost. */
const own = await makeCertificate();
const [keyPath, certificatePath] = [join(dataDir, 'own.key'), join(dataDir, 'own.crt')];
await writeFile(certificatePath, own.certificate);
await writeFile(keyPath, own.key, { mode: 0o600 });
const account = await clusterAccount(join(dataDir, 'postgres'));
if (account) await chown(keyPath, account.uid, account.gid);
const cluster = await startEmbedded({
  dataDir,
  serverSettings: { ssl: 'on', ssl_cert_file: certificatePath, ssl_key_file: keyPath },
});
afterAll(async () => {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Connects with these parameters in the URL. Returns whether the connection is encrypted. @throws if it is refused */
async function connect(parameters: string, url = cluster.url): Promise<boolean | undefined> {
  const db = openDatabase(`${url}?${parameters}`, { max: 1 });
  try {
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    return rows[0]?.ssl;
  } finally {
    await db.destroy();
  }
}

const isAccepted = (parameters: string) => isTlsDatabase(`postgres://landfall@db.example.com/landfall?${parameters}`);
const trusted = `sslrootcert=${certificatePath}`;

it.each(['sslmode=require', 'sslmode=verify-ca', 'sslmode=verify-full', 'ssl=true', 'ssl=1', 'ssl=0&ssl=true'])(
  'production accepts a database URL with %s, because the driver then refuses a PostgreSQL with an untrusted certificate',
  async (parameters) => {
    expect(isAccepted(parameters)).toBe(true);
    await expect(connect(parameters)).rejects.toThrow('self-signed certificate');
    expect(await connect(`${parameters}&${trusted}`)).toBe(true);
  },
);

it.each([
  ['', false],
  ['sslmode=no-verify', true],
  ['sslmode=disable', false],
  ['uselibpqcompat=true&sslmode=require', true],
  ['uselibpqcompat=false&uselibpqcompat=true&sslmode=require', true],
  ['sslmode=verify-full&sslmode=disable', false],
  ['sslmode=verify-full&sslmode=no-verify', true],
  ['sslmode=verify-full&sslmode=', false],
  ['ssl=true&ssl=0', false],
])(
  'production refuses a database URL with “%s”, because the driver then accepts an unverified server',
  async (parameters, isEncrypted) => {
    expect(await connect(parameters)).toBe(isEncrypted);
    expect(isAccepted(parameters)).toBe(false);
  },
);

it('the driver checks the host in PostgreSQL’s certificate, except with uselibpqcompat and verify-ca, which production refuses', async () => {
  const other = cluster.url.replace('127.0.0.1', 'localhost');
  for (const parameters of ['sslmode=verify-full', 'sslmode=verify-ca', 'uselibpqcompat=true&sslmode=verify-full'])
    await expect(connect(`${parameters}&${trusted}`, other)).rejects.toThrow("does not match certificate's altnames");
  const unchecked = `uselibpqcompat=true&sslmode=verify-ca&${trusted}`;
  expect(await connect(unchecked, other)).toBe(true);
  expect(isAccepted(unchecked)).toBe(false);
});

it('the message about a database with an untrusted certificate names the reason, and not the password', async () => {
  const refusal = await reachDatabase(`${cluster.url}?sslmode=verify-full`).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartError' });
  expect(String(refusal)).toMatch(/cannot reach 127\.0\.0\.1:\d+\/landfall \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  expect(String(refusal)).not.toContain(new URL(cluster.url).password);
});
