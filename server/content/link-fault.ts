const ownPath = /^\/(?!\/)[^\s\\]*$/;
const contact = /^(tel:\+?[\d-]{4,20}|mailto:[^\s@]+@[^\s@]+\.[^\s@]+)$/;

/** Why a link is invalid; null if it is valid. Paths of this site, https, tel and mailto links are valid. */
export function linkFault(address: string): string | null {
  if (ownPath.test(address) || contact.test(address)) return null;
  const isWeb = URL.canParse(address) && new URL(address).protocol === 'https:' && !/\s/.test(address);
  return isWeb
    ? null
    : `is no address to link to: '${address.slice(0, 80)}' (a path from /, https://, tel: or mailto:)`;
}
