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

/** Every call of the staff console, sorted by name. */
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

/** The path of a call with an id for each parameter. */
export const pathOf = ({ url }: Endpoint) => url.replaceAll(/:\w+/g, '1');

/** The browser of a new staff member. `verifiedAt`: when the second factor was last used. */
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

/** The first step of a staff sign-in, with the password of a demo account. */
export function sendStaffPassword(browser: Attacker, role: StaffRole): Promise<Reply> {
  return browser.post('/api/staff/sign-in', { email: `${role}@example.com`, password: demoStaffPassword });
}

export function sendStaffCode(browser: Attacker, code: string, method: 'totp' | 'recovery' = 'totp'): Promise<Reply> {
  return browser.post('/api/staff/sign-in/code', { method, code });
}

/** The code that the authenticator app of every demo account shows now. */
export const currentStaffCode = () => totpCode(demoStaffTotp, Date.now());
