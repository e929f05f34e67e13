import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account.repo.ts';
import { readCookie, setCookie } from './auth-cookies.ts';

/**
 * What a device cookie is checked against: the id and the password hash of an account. The account's device cookies
 * therefore become invalid when its password changes.
 */
type KnownAccount = Pick<Account, 'id' | 'password_hash'>;

/**
 * Remembers which browsers have signed in to an account (decision 101, "Delay strangers instead of refusing the
 * student").
 */
export type KnownDevices = {
  /**
   * The random id of the browser that sent the request. Null unless the browser has signed in to the account since the
   * account's password was last changed.
   */
  find(request: FastifyRequest, account: KnownAccount | undefined): string | null;
  /** Remembers that this browser has signed in to the account. */
  remember(reply: FastifyReply, account: KnownAccount): void;
};

const lifetime = 180 * 86_400_000;
const idLength = 22;
const macLength = 43;
/**
 * The maximum number of accounts in a device cookie. A family or crew may share a browser; the accounts that signed in
 * last are kept.
 */
const maxAccounts = 4;
const entryShape = new RegExp(`^[\\w-]{${idLength + macLength}}$`);

/**
 * The device cookie has an entry for each account: a random id, and an HMAC of the id and the account. It contains no
 * account id and signs nobody in: it only decides which rate limit a call counts against.
 */
export function createKnownDevices(secret: string): KnownDevices {
  const macOf = (id: string, account: KnownAccount) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['device', id, account.id, account.password_hash]))
      .digest('base64url');

  function entriesOf(request: FastifyRequest): string[] {
    const entries = (readCookie(request, 'device') ?? '').split('.');
    return entries.filter((entry) => entryShape.test(entry)).slice(0, maxAccounts);
  }

  const isOf = (entry: string, account: KnownAccount) =>
    timingSafeEqual(Buffer.from(entry.slice(idLength)), Buffer.from(macOf(entry.slice(0, idLength), account)));

  const findEntry = (request: FastifyRequest, account: KnownAccount) =>
    entriesOf(request).find((entry) => isOf(entry, account));

  return {
    find: (request, account) => (account && findEntry(request, account)?.slice(0, idLength)) ?? null,
    remember(reply, account) {
      const { request } = reply;
      const known = findEntry(request, account);
      const id = known?.slice(0, idLength) ?? randomBytes(16).toString('base64url');
      const others = entriesOf(request).filter((entry) => entry !== known);
      const entries = [id + macOf(id, account), ...others].slice(0, maxAccounts);
      setCookie(reply, 'device', entries.join('.'), lifetime);
    },
  };
}
