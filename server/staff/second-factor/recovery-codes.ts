import { createHmac, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '../../../contract/staff/staff-limits.ts';

/**
 * Letters and digits of recovery codes, hard to mistake for each other. A code of twelve characters has 59 random bits.
 */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 12;

const createCode = () => {
  const text = Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
};

/** Creates ten new recovery codes, such as `k7mp-2xhd-9rta`. */
export const createRecoveryCodeTexts = () => Array.from({ length: recoveryCodeCount }, createCode);

/** The keyed hash under which a recovery code is stored. Dashes, spaces and case are ignored. */
export function hashRecoveryCode(code: string, staffId: string, secret: string): Buffer {
  const text = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', secret)
    .update(JSON.stringify(['recovery', staffId, text]))
    .digest();
}
