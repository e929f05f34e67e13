import { lowDataCookie, reducedDataValue } from '../../contract/low-data.ts';

const cookie = `${lowDataCookie}=${reducedDataValue}; path=/; samesite=lax`;

/**
 * Inline script of rendered pages. If the media feature `prefers-reduced-data`, which the server cannot see, is on, the
 * script sets the cookie for low-data mode, unless the page is in this mode already. When the feature is off again, it
 * removes this cookie. After each change it reloads the page, before any picture is requested. Where cookies are
 * blocked, it does not reload the page. It never changes a mode that the visitor has chosen.
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
