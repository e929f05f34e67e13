import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Encodes the part of CBOR that WebAuthn needs: integers, byte strings, text strings and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** The only member of the server's WebAuthn options that the fake authenticator reads. */
type Options = { challenge: string };

/**
 * Creates a fake authenticator with one passkey, which is bound to `origin`. It always reports that its user is
 * verified.
 */
export function createAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /**
   * Builds the authenticator data of WebAuthn. The bits of `flags` say that the user is present and verified and, for a
   * new passkey, that credential data follows.
   */
  const authenticatorData = (flags: number, ...more: Buffer[]) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, ...more]);
  };
  const shape = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    /** Responds as a browser does when a page creates a passkey with the server's options. */
    create(options: Options) {
      const key = new Map<number | string, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const data = authenticatorData(0x45, Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key));
      const attestation = new Map<number | string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      };
      return { ...shape, response, clientExtensionResults: {} };
    },
    /** Responds as a browser does when a page signs in with the passkey and the server's options. */
    get(options: Options) {
      const data = authenticatorData(0x05);
      const client = clientData('webauthn.get', options);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
      return { ...shape, response, clientExtensionResults: {} };
    },
  };
}
