import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { systemClock } from '../../../server/http/clock.ts';
import { demoStaffPassword, demoStaffTotp } from '../../../server/staff/members/demo-staff.ts';
import { totpCode } from '../../../server/staff/second-factor/totp.ts';
import { createStaff, signInAsStaff } from '../../../tests/support/staff.ts';
import type { Campaign, Target } from '../attack.ts';
import type { Attacker, Reply } from '../attacker.ts';

const folder = join(import.meta.dirname, '../../../contract/staff');

/** Returns every endpoint that only signed-in staff may call, sorted by name. */
export async function listStaffEndpoints(): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>();
  for (const file of await readdir(folder)) {
    const declared = Object.values((await import(join(folder, file))) as Record<string, unknown>);
    for (const value of declared) {
      const endpoint = value as Partial<Endpoint> | null;
      if (endpoint?.policy === 'staff' && endpoint.name) found.set(endpoint.name, value as Endpoint);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The path of an endpoint with the id 1 in place of each parameter. */
export const pathOf = ({ url }: Endpoint) => url.replaceAll(/:\w+/g, '1');

/**
 * Creates a staff member, and returns an attacker's browser that has this member's session cookie. `verifiedAt`: when
 * the member last used the second factor. `stage`: whether the session has passed both steps of the sign-in or only the
 * password.
 */
export async function hireStaff(
  { db, port }: Target,
  campaign: Campaign,
  role: StaffRole,
  session: { verifiedAt?: number; stage?: 'password' | 'signedIn' } = {},
): Promise<Attacker> {
  const app = { db, clock: systemClock };
  const member = await createStaff(app, role);
  const { cookie } = await signInAsStaff(app, member, session);
  const browser = campaign.attacker(port);
  browser.setCookie(cookie);
  return browser;
}

/** Sends the first step of a staff sign-in, with the password of the demo account that has this role. */
export function sendStaffPassword(browser: Attacker, role: StaffRole): Promise<Reply> {
  return browser.post('/api/staff/sign-in', { email: `${role}@example.com`, password: demoStaffPassword });
}

export function sendStaffCode(browser: Attacker, code: string, method: 'totp' | 'recovery' = 'totp'): Promise<Reply> {
  return browser.post('/api/staff/sign-in/code', { method, code });
}

/**
 * The code that an authenticator app with the key of the demo accounts shows now. All demo accounts have the same key.
 */
export const currentStaffCode = () => totpCode(demoStaffTotp, Date.now());
