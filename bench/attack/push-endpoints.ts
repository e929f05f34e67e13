import { sql } from 'kysely';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';

/**
 * URLs of internal addresses (loopback, private networks, cloud metadata) in many spellings. The server must refuse
 * each of them as the endpoint of a push subscription, so that it never sends a request there.
 */
const inside = [
  'http://push.example.com/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://localhost/',
  'https://localhost./',
  'https://db.localhost/',
  'https://printer.local./',
  'https://postgres/',
  'https://postgres./',
  'https://push.example.com:9200/',
  'https://user:secret@push.example.com/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https:127.0.0.1/',
  'https:\\\\127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:5432/',
];

const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

export const pushEndpoints: Attack = {
  name: 'Make the server call an address inside its network, as the push service of a device',
  async run(target, campaign) {
    const { browser } = await newStudent(target, campaign);
    const path = '/api/users/student/notifications/device';
    const replies = await repeat(inside.length, 1, (turn) =>
      browser.send('PUT', path, { body: { endpoint: inside[turn], keys } }),
    );
    const accepted = inside.filter((_, index) => replies[index]?.status !== 400);
    // Check that the server accepts a push subscription with the same encryption keys and a public host. If it does
    // not, it may have refused the internal addresses only because of the keys.
    const open = await browser.send('PUT', path, { body: { endpoint: 'https://push.example.com/send/1', keys } });
    if (open.status !== 200) throw new Error(`A public push service was refused: ${open.text.slice(0, 200)}`);
    const { rows } = await sql<{ endpoint: string }>`select endpoint from push_subscriptions`.execute(target.db);
    const stored = rows.filter(({ endpoint }) => endpoint !== 'https://push.example.com/send/1');
    const names = [...accepted, ...stored.map(({ endpoint }) => endpoint)];
    return {
      gained: names.slice(0, 5).join(', ') || `nothing: ${inside.length} addresses were refused`,
      isHeld: names.length === 0,
    };
  },
};
