import { sql } from 'kysely';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayDo, staffRoles } from '../../../contract/staff/permissions.ts';
import { newStudent } from '../accounts.ts';
import { type Attack, repeat, type Target } from '../attack.ts';
import type { Attacker } from '../attacker.ts';
import { hireStaff, listStaffEndpoints, pathOf } from './console-browser.ts';

const hour = 3_600_000;

type Intruder = { who: string; browser: Attacker; calls: Endpoint[] };

/** Returns the number of entries in the audit log, in which the server records what staff do. */
async function countAuditEntries({ db }: Target): Promise<number> {
  const { rows } = await sql<{ entries: number }>`select count(*)::integer as entries from audit_entries`.execute(db);
  return rows[0]?.entries ?? 0;
}

/**
 * Makes every call of the staff console as people who may not make it: visitors, students, staff who have entered the
 * password but not yet the code, and staff whose role lacks the permission. Makes the calls that need step-up
 * authentication also as administrators who entered their last code an hour ago.
 */
export const beyondRole: Attack = {
  name: 'Use the staff console without the role, the second factor or the step-up that a call needs',
  async run(target, campaign) {
    const endpoints = await listStaffEndpoints();
    if (endpoints.length < 50) throw new Error(`Only ${endpoints.length} staff calls were found`);
    const stale = { verifiedAt: Date.now() - hour };
    const intruders: Intruder[] = [
      { who: 'a visitor', browser: campaign.attacker(target.port), calls: endpoints },
      { who: 'a student', browser: (await newStudent(target, campaign)).browser, calls: endpoints },
      {
        who: 'an administrator without the second factor',
        browser: await hireStaff(target, campaign, 'administrator', { stage: 'password' }),
        calls: endpoints,
      },
      {
        who: 'an administrator without step-up',
        browser: await hireStaff(target, campaign, 'administrator', stale),
        calls: endpoints.filter(({ stepUp }) => stepUp),
      },
    ];
    for (const role of staffRoles)
      intruders.push({
        who: role,
        browser: await hireStaff(target, campaign, role),
        calls: endpoints.filter(({ permission }) => permission && !mayDo(role, permission)),
      });
    const before = await countAuditEntries(target);
    const tries = intruders.flatMap(({ who, browser, calls }) => calls.map((call) => ({ who, browser, call })));
    const outcomes = await repeat(tries.length, 8, async (turn) => {
      const { who, browser, call } = tries[turn] ?? {};
      if (!call || !browser) return [];
      const { status } = await browser.send(call.method, pathOf(call), call.method === 'GET' ? {} : { body: {} });
      return status === 401 || status === 403 ? [] : [`${call.name} as ${who}: ${status}`];
    });
    const gained = outcomes.flat();
    if ((await countAuditEntries(target)) !== before) gained.push('the audit log has new entries');
    return {
      gained: gained.slice(0, 5).join(', ') || `nothing by ${tries.length} of ${endpoints.length} calls × roles`,
      isHeld: gained.length === 0,
    };
  },
};
