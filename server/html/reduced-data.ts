import { lowDataCookie, reducedDataValue } from '../../contract/low-data.ts';

const cookie = `${lowDataCookie}=${reducedDataValue}; path=/; samesite=lax`;

/**
 * Inline script of rendered pages. A browser sends `Save-Data`, but not `prefers-reduced-data`. So the page sets the cookie by
 * which the server renders low-data mode, or removes it, and is loaded again before it has requested its pictures. It is not
 * loaded again where cookies are blocked.
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
