import { randomBytes } from 'node:crypto';

/** Digits and letters that nobody mixes up on the phone. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that tells nothing of the sender, the time or how many there are: `LFE-7K3MQ9XD2A`. */
export function makeReference(kind: 'contact' | 'grievance'): string {
  const text = [...randomBytes(10)].map((byte) => signs[byte % signs.length]).join('');
  return `${kind === 'contact' ? 'LFE' : 'LFG'}-${text}`;
}
