/**
 * Cookie with the visitor's choice of low-data mode, `on` or `off`. A cookie is used because the server, too, has to know
 * the mode when it renders a page.
 */
export const lowDataCookie = 'landfall-low-data';
const choice = new RegExp(`(?:^|; )${lowDataCookie}=(on|off)`);

/**
 * Whether low-data mode is on. The visitor's choice in `cookies` (the Cookie header) takes precedence over `isAsked`,
 * the browser's `Save-Data` header.
 */
export function sparesData(cookies: string, isAsked: boolean): boolean {
  const chosen = choice.exec(cookies)?.[1];
  return chosen ? chosen === 'on' : isAsked;
}
