/**
 * A fake push service that speaks the Web Push protocol and runs on the computer of the tests. It accepts encrypted
 * push messages over HTTPS, and a fake browser decrypts them.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { afterAll } from 'vitest';
import type { PushMessage } from '../../contract/notification-kinds.ts';
import { webPushCarrier } from '../../server/providers/push/web-push-carrier.ts';
import { readBody } from './local-http.ts';

/** The VAPID keys of the server under test. */
export const vapid = {
  publicKey: 'BBHZLyLujKLm48MzpOClg8dk6gJ6BF3nEz6ij7nP4Z9ojLz9ihBYNL7nVs-HMsLeYG_t-vno9P0x2Y3G5uCkGd0',
  privateKey: '2MNnHu7uN809Fz9RvZo3IxjweiCtLpkELmW_kA8xbyU',
  subject: 'mailto:tests@example.com',
};

// A self-signed certificate for push.example.com, valid until 2120. Only the tests trust it.
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnNIrf/57CptTkgoV
/fTAR7kqa/bkHr1jWxdx2VSafNOhRANCAARLw7L90NBRCKBl/4CNm3+jlPzhvZae
jnFRQR9nyF/uwjKF9U6JwbdWxqWXlP0Mf50WXMXzu/gcbz2oY/48Vf/d
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBeDCCAR6gAwIBAgIUASbq/54jgYNveXhCpLzRMFXCFs4wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8y
MTIwMDEwMTAwMDAwMFowGzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABEvDsv3Q0FEIoGX/gI2bf6OU/OG9lp6OcVFB
H2fIX+7CMoX1TonBt1bGpZeU/Qx/nRZcxfO7+BxvPahj/jxV/92jPjA8MBsGA1Ud
EQQUMBKCEHB1c2guZXhhbXBsZS5jb20wHQYDVR0OBBYEFKb4f3L5iKrmkoxNCbmY
vFF10ILhMAoGCCqGSM49BAMCA0gAMEUCIQDeHWTfTewTLpxT0G6PApwpL2aevQnS
8OpZeegIf686rwIgRGW9AanUH1Fl3gSmFGYWJ3KIKlayL5TFIIMPSgGsHxI=
-----END CERTIFICATE-----`,
};

const origin = 'https://push.example.com';

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
/**
 * How the push service responds to requests for one endpoint, instead of with status 201. `retryAfter` is in seconds.
 * `hangUp`: it closes the connection without a response.
 */
type Reaction = { status: number; retryAfter?: number } | 'hangUp';

export type PushService = {
  carrier: ReturnType<typeof webPushCarrier>;
  /** All requests that the push service has received, oldest first. */
  received: Received[];
  /**
   * Sets how the push service responds to requests for an endpoint. If `reaction` is a promise, the responses wait for
   * it.
   */
  react(endpoint: string, reaction: Reaction | Promise<Reaction>): void;
};

/** An HTTPS agent that connects to the fake push service instead of the host that a push endpoint names. */
class LocalAgent extends Agent {
  readonly #port: number;

  constructor(port: number) {
    super();
    this.#port = port;
  }

  override createConnection() {
    const address = { host: '127.0.0.1', port: this.#port, servername: 'push.example.com' };
    return connect({ ...address, ca: certificate.cert });
  }
}

/**
 * Starts the fake push service. `carrier` in the result is the server's sender of push messages, connected to this
 * service. Call it at the top of a test file.
 */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  const reactions = new Map<string, Reaction | Promise<Reaction>>();
  const server = createServer(certificate, async (request, response) => {
    const body = await readBody(request);
    const { url: path = '', headers } = request;
    received.push({ path, headers, body });
    const reaction = (await reactions.get(path)) ?? { status: 201 };
    if (reaction === 'hangUp') return request.socket.destroy();
    response
      .writeHead(reaction.status, reaction.retryAfter ? { 'retry-after': String(reaction.retryAfter) } : {})
      .end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    carrier: webPushCarrier(vapid, new LocalAgent(port)),
    received,
    react: (endpoint, reaction) => void reactions.set(new URL(endpoint).pathname, reaction),
  };
}

/** Derives a key with HKDF-SHA-256. */
const derive = (salt: Buffer, key: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a push message as a browser does (RFC 8291 and RFC 8188). */
function decrypt(
  body: Buffer,
  { curve, secret }: { curve: ReturnType<typeof createECDH>; secret: Buffer },
): PushMessage {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const key = derive(secret, curve.computeSecret(sender), info, 32);
  const content = body.subarray(21 + sender.length);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(salt, key, 'Content-Encoding: aes128gcm\0', 16),
    derive(salt, key, 'Content-Encoding: nonce\0', 12),
  );
  cipher.setAuthTag(content.subarray(-16));
  const text = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
  // RFC 8188: the byte 2 marks the end of the text. It is cut off, together with any padding after it.
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as PushMessage;
}

/** Creates a fake browser with a push subscription at the push service. */
export function subscribeBrowser({ received }: PushService) {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const secret = randomBytes(16);
  const endpoint = `${origin}/send/${randomBytes(12).toString('base64url')}`;
  const requests = () => received.filter(({ path }) => `${origin}${path}` === endpoint);
  return {
    /** The body of the API call with which a student turns push messages on. */
    subscription: {
      endpoint,
      keys: { p256dh: curve.getPublicKey('base64url'), auth: secret.toString('base64url') },
    },
    endpoint,
    requests,
    /** The push messages that have arrived for this browser, decrypted. */
    messages: () => requests().map(({ body }) => decrypt(body, { curve, secret })),
  };
}

/**
 * Returns the claims of the VAPID token of a request. @throws Error if the token is not signed with the server's VAPID
 * key
 */
export function vapidClaims({ headers }: Received): { aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=(.+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid || key !== vapid.publicKey) throw new Error('the request is not signed by the VAPID key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number };
}
