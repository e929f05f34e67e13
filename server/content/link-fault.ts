import { emailShape } from '../../contract/email-shape.ts';

const ownPath = /^\/(?!\/)[^\s\\]*$/;
const phone = /^tel:\+?[\d-]{4,20}$/;
const mailto = 'mailto:';

/** Why a link is invalid; null if it is valid. Paths of this site, https, tel and mailto links are valid. */
export function linkFault(address: string): string | null {
  if (ownPath.test(address) || phone.test(address)) return null;
  if (address.startsWith(mailto) && emailShape.test(address.slice(mailto.length))) return null;
  const isWeb = URL.canParse(address) && new URL(address).protocol === 'https:' && !/\s/.test(address);
  return isWeb
    ? null
    : `is no address to link to: '${address.slice(0, 80)}' (a path from /, https://, tel: or mailto:)`;
}
