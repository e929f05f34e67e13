import { newRegistration, register } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';

/** Some of the most common passwords. All have at least the 8 characters that the registration form requires. */
const common = [
  'password',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'password1',
  '123456789',
  'sunshine',
  'football',
  'princess',
  '1q2w3e4r',
];

export const commonPasswords: Attack = {
  name: 'Find accounts with one of the commonest passwords',
  async run({ port }, campaign) {
    const replies = await repeat(common.length, 2, (turn) =>
      register(campaign.attacker(port), { ...newRegistration(), password: common[turn] ?? '' }),
    );
    const accepted = common.filter((_, index) => replies[index]?.status === 200);
    const uncommon = await register(campaign.attacker(port), newRegistration());
    if (uncommon.status !== 200) throw new Error(`A good password was refused: ${uncommon.text}`);
    const names = accepted.length > 0 ? ` (${accepted.slice(0, 3).join(', ')}…)` : '';
    return { gained: `${accepted.length} of ${common.length} accepted${names}`, isHeld: accepted.length === 0 };
  },
};
