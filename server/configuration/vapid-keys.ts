import { createECDH, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * The VAPID key pair, by which push services recognise this server. Both keys are base64url text, of 65 bytes
 * (public) and 32 bytes (private).
 */
type KeyPair = { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string };

const fileName = 'vapid.json';
const keyPairSchema = z
  .object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() })
  .refine((pair) => isKeyPair(pair), 'the keys do not belong together');

/** True if the private key belongs to the public one. */
function isKeyPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: KeyPair): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(VAPID_PRIVATE_KEY, 'base64url'));
    return curve.getPublicKey('base64url') === VAPID_PUBLIC_KEY;
  } catch {
    return false;
  }
}

/**
 * Checks that the configured public and private keys are a pair. Otherwise push services would refuse every message.
 */
export function checkVapidKeys(
  { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: { [Name in keyof KeyPair]?: string | undefined },
  refuse: (variable: string, message: string) => void,
): void {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return;
  if (!VAPID_PUBLIC_KEY) refuse('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY needs it');
  else if (!VAPID_PRIVATE_KEY) refuse('VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY needs it');
  else if (!isKeyPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }))
    refuse('VAPID_PRIVATE_KEY', 'does not belong to VAPID_PUBLIC_KEY; create both by npx web-push generate-vapid-keys');
}

function createKeyPair(): KeyPair {
  const curve = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = curve.generateKeys('base64url');
  // A private key may begin with zero bytes. Node leaves them out, so add them again.
  const VAPID_PRIVATE_KEY = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}

/** The key pair that is stored in the data folder; null if there is none. @throws Error if its file was damaged */
export async function readStoredKeys(dataDir: string): Promise<KeyPair | null> {
  const path = join(dataDir, fileName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return keyPairSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${path} has no valid keys. Restore it from a backup, or delete it; students then turn push on again`,
    );
  }
}

/**
 * Reads the key pair from the data folder, or creates it at the first start. A process that dies while creating it
 * leaves no partial key file.
 */
export async function storedKeys(dataDir: string): Promise<KeyPair> {
  const stored = await readStoredKeys(dataDir);
  if (stored) return stored;
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${fileName}.${randomUUID()}`);
  await writeFile(draft, JSON.stringify(createKeyPair()), { mode: 0o600 });
  try {
    await link(draft, join(dataDir, fileName));
  } catch (error) {
    // EEXIST means that another process has just created the key pair, so use that key pair.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  const created = await readStoredKeys(dataDir);
  if (!created) throw new Error(`${join(dataDir, fileName)} was not created`);
  return created;
}
