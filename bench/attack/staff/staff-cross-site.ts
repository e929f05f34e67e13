import type { Attack } from '../attack.ts';
import { repeat } from '../attack.ts';
import { crossSiteDisguises } from '../cross-site.ts';
import { hireStaff, listStaffEndpoints, pathOf } from './console-browser.ts';

export const staffCrossSite: Attack = {
  name: 'Act for a signed-in administrator from a page of another site',
  async run(target, campaign) {
    const endpoints = (await listStaffEndpoints()).filter(({ method }) => method !== 'GET');
    const browser = await hireStaff(target, campaign, 'administrator');
    const tries = endpoints.flatMap((call) => crossSiteDisguises.map((headers) => ({ call, headers })));
    const outcomes = await repeat(tries.length, 8, async (turn) => {
      const { call, headers } = tries[turn] ?? {};
      if (!call) return [];
      const { status } = await browser.send(call.method, pathOf(call), { body: {}, ...(headers ? { headers } : {}) });
      return status === 403 || status === 415 ? [] : [`${call.name}: ${status}`];
    });
    const accepted = [...new Set(outcomes.flat())];
    return {
      gained: accepted.slice(0, 5).join(', ') || `nothing by ${endpoints.length} calls`,
      isHeld: accepted.length === 0,
    };
  },
};
