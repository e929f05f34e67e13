import { randomInt } from 'node:crypto';
import { newAccount, requireOk, tryPassword } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';

const evil = 'evil.example';

const poisons: Array<Record<string, string>> = [
  { host: evil },
  { 'x-forwarded-host': evil },
  { host: evil, 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
  { forwarded: `host=${evil};proto=https`, origin: `https://${evil}`, referer: `https://${evil}/` },
];

export const resetPoisoning: Attack = {
  name: 'Steal a reset link by forged Host and X-Forwarded-Host headers',
  async run({ db, port, productionPort }, campaign) {
    let poisoned = 0;
    for (const [index, headers] of [...poisons, ...poisons].entries()) {
      const { email } = await newAccount(campaign.attacker(port));
      const stranger = campaign.attacker(index < poisons.length ? port : productionPort);
      // Ignore the status of the response: the attack succeeds only if an email with a link to the forged host was
      // queued.
      await stranger.post('/api/auth/user/forgot/pass', { email }, headers);
      const emails = await db
        .selectFrom('mail_outbox')
        .select(['link', 'body', 'html'])
        .where('recipient', '=', email)
        .execute();
      if (JSON.stringify(emails).includes(evil)) poisoned += 1;
    }
    return { gained: `${poisoned} of ${poisons.length * 2} links lead to ${evil}`, isHeld: poisoned === 0 };
  },
};

const publicPaths = ['/', '/sitemap.xml', '/robots.txt', '/courses', '/api/cms/home', '/feed'];

export const cachePoisoning: Attack = {
  name: 'Poison stored public responses by forged hosts',
  async run({ productionPort }, campaign) {
    const stranger = campaign.attacker(productionPort);
    await repeat(poisons.length * publicPaths.length, 2, (turn) => {
      const headers = poisons[turn % poisons.length] ?? {};
      return stranger.get(publicPaths[Math.floor(turn / poisons.length)] ?? '/', headers);
    });
    const visitor = campaign.attacker(productionPort);
    const pages = await repeat(publicPaths.length, 2, (turn) => visitor.get(publicPaths[turn] ?? '/'));
    const poisoned = pages.filter(({ text, headers }) => `${text}${headers.location}`.includes(evil)).length;
    return { gained: `${poisoned} of ${publicPaths.length} pages name ${evil}`, isHeld: poisoned === 0 };
  },
};

const [calls, limit] = [60, 20];

export const addressEvasion: Attack = {
  name: 'Evade a rate limit by forged X-Forwarded-For entries',
  async run({ port }, campaign) {
    const stranger = campaign.attacker(port);
    const replies = await repeat(calls, 4, () => {
      const forged = `10.${randomInt(255)}.${randomInt(255)}.${randomInt(255)}`;
      const headers = { 'x-forwarded-for': `${forged}, ${stranger.address}`, 'x-real-ip': forged, 'client-ip': forged };
      return stranger.post('/api/auth/verify/user/flag', { tok: 'x' }, headers);
    });
    const passed = replies.filter(({ status }) => status !== 429).length;
    // The server may let through a few more calls than the rate limit allows in a minute, because the allowance refills
    // steadily during the attack.
    return { gained: `${passed} calls of ${calls} (limit ${limit} a minute)`, isHeld: passed <= limit + 5 };
  },
};

const protocols = ['', 'http', 'https', 'HTTPS', 'javascript', 'https, http', 'ftp', '://'];

export const insecureCookies: Attack = {
  name: 'Get a session cookie without TLS protection from production',
  async run({ port, productionPort }, campaign) {
    const account = await newAccount(campaign.attacker(port));
    const weak: string[] = [];
    for (const protocol of protocols) {
      const browser = campaign.attacker(productionPort);
      const headers: Record<string, string> = protocol ? { 'x-forwarded-proto': protocol } : {};
      const claim = { identifier: account.email, field: 'email', user_id: account.id, type: 'student' };
      const reply = await browser.post('/api/auth/login', { ...claim, password: account.password }, headers);
      const cookies = reply.headers['set-cookie'] ?? [];
      const secret = cookies.filter((line) => /httponly/i.test(line));
      const isWeak = secret.some((line) => !line.startsWith('__Host-') || !/; secure/i.test(line));
      const lacksHsts = !/max-age=\d{8}/.test(String(reply.headers['strict-transport-security']));
      if (isWeak) weak.push(`${protocol || 'no header'}: cookie`);
      else if (reply.status >= 500) weak.push(`${protocol}: ${reply.status}`);
      else if (lacksHsts) weak.push(`${protocol || 'no header'}: no HSTS`);
    }
    // Check that the account can sign in with its password. If it cannot, no sign-in above could have got a cookie, so
    // the attack would prove nothing.
    const browser = campaign.attacker(productionPort);
    requireOk('sign-in', await tryPassword(browser, account, account.password));
    return { gained: weak.join('; ') || 'nothing', isHeld: weak.length === 0 };
  },
};
