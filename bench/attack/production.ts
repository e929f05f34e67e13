import { type Attack, repeat } from './attack.ts';

const hidden = [
  '/sandbox/outbox',
  '/sandbox/outbox.json',
  '/sandbox/otp-provider.js',
  '/sandbox/pay/00000000000000000000000000000000',
  '/api/docs',
  '/api/docs/openapi.json',
  '/server/env.ts',
  '/content/students.json',
  '/package.json',
  '/.env',
  '/.git/config',
  '/@fs/etc/passwd',
  '/assets/../../../etc/passwd',
  '/media/..%2f..%2f..%2fetc%2fpasswd',
  '/src/main.tsx',
];

export const developerPages: Attack = {
  name: 'Read the outbox, the API page or the source code in production',
  async run({ productionPort }, campaign) {
    const stranger = campaign.attacker(productionPort);
    // A badly configured proxy sends these headers: its own address as Host, and no IP address of the client.
    const headers = { 'x-forwarded-for': '', host: `127.0.0.1:${productionPort}` };
    const replies = await repeat(hidden.length, 2, (turn) => stranger.get(hidden[turn] ?? '/', headers));
    const traced = await stranger.send('TRACE', '/', { headers });
    const open = [
      ...hidden.filter((_, index) => replies[index]?.status === 200),
      ...(traced.status < 400 ? ['TRACE'] : []),
    ];
    return { gained: open.join(', ') || 'nothing', isHeld: open.length === 0 };
  },
};

const paths = [
  '/',
  '/login',
  '/api/health',
  '/api/cart',
  '/sw.js',
  '/nowhere',
  '/api/nowhere',
  '/media/brand/logo.svg',
];

export const framing: Attack = {
  name: 'Show a response of production in a frame of another site',
  async run({ productionPort }, campaign) {
    const stranger = campaign.attacker(productionPort);
    const replies = await repeat(paths.length, 2, (turn) => stranger.get(paths[turn] ?? '/'));
    const open = paths.filter((_, index) => {
      const { 'content-security-policy': policy = '', 'x-content-type-options': sniff } = replies[index]?.headers ?? {};
      return !/frame-ancestors 'none'/.test(String(policy)) || sniff !== 'nosniff';
    });
    return { gained: open.length > 0 ? `unprotected: ${open.join(', ')}` : 'nothing', isHeld: open.length === 0 };
  },
};

/** Unsafe values of environment variables: a production server must refuse to start with any one of them. */
const unsafe: Array<Record<string, string>> = [
  { LANDFALL_DEV: '1' },
  { SECRET: '0'.repeat(32) },
  { PUBLIC_URL: 'http://academy.example.com' },
  { CASHFREE_CLIENT_SECRET: 's' },
  { PAYMENT_PROVIDER: 'sandbox' },
  { OTP_PROVIDER: 'sandbox' },
  { SMTP_URL: 'smtp://user:hush@mail.example.com:25' },
];

export const unsafeSettings: Attack = {
  name: 'Start production with unsafe settings',
  async run({ startProduction }, campaign) {
    const started: string[] = [];
    for (const variables of unsafe) {
      campaign.count();
      const server = await startProduction(variables).catch(() => null);
      if (!server) continue;
      started.push(...Object.entries(variables).map(([name, text]) => `${name}=${text}`));
      await server.stop();
    }
    return {
      gained: started.length > 0 ? `starts with ${started.join(', ')}` : 'nothing',
      isHeld: started.length === 0,
    };
  },
};
