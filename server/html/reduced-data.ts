import { lowDataCookie, reducedDataValue } from '../../contract/low-data.ts';

const cookie = `${lowDataCookie}=${reducedDataValue}; path=/; samesite=lax`;

/**
 * Inline script of rendered pages. Browsers tell the server about `Save-Data`, but not about the media feature
 * `prefers-reduced-data`. If this media feature is on, the script sets the cookie that makes the server render low-data
 * mode. It sets none if the visitor has chosen a mode, or if the page is in low-data mode already. If the feature is
 * off, it removes the cookie that it has set earlier. After a change of the cookie, it reloads the page before the page
 * has requested its pictures. Where cookies are blocked, it does not reload the page.
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
