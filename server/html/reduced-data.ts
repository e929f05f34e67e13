import { lowDataCookie, reducedDataValue } from '../../contract/low-data.ts';

const cookie = `${lowDataCookie}=${reducedDataValue}; path=/; samesite=lax`;

/**
 * Inline script of rendered pages that makes low-data mode follow the media feature `prefers-reduced-data`, which the
 * server cannot see. It sets or removes the cookie for low-data mode, and then reloads the page before any picture is
 * requested. Where cookies are blocked, it does not reload the page, because it would do so again and again. It never
 * changes a mode that the visitor has chosen.
 */
export const reducedDataScript = `{
const read = () => /(?:^|; )${lowDataCookie}=(\\w+)/.exec(document.cookie)?.[1];
const before = read();
const isAsked = matchMedia('(prefers-reduced-data: reduce)').matches;
if (isAsked ? !before && !document.documentElement.hasAttribute('data-low-data') : before === '${reducedDataValue}') {
document.cookie = '${cookie}' + (isAsked ? '' : '; max-age=0');
if (read() !== before) {
stop();
location.reload();
}
}
}`;
