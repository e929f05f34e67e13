import { Refusal } from '../http/refusal.ts';
import type { ByteRange } from '../providers/blobs.ts';

const form = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The one range that a `Range` header asks for (RFC 9110, 14.2); null for the whole: no header, several ranges, another unit.
 * @throws Refusal 416 for a range outside the file
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | null {
  const [, from = '', to = ''] = form.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  if (first > last) throw new Refusal(416, 'INVALID_REQUEST', 'The file has no such part.');
  return { first, last };
}
