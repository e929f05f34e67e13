/** Cookie with the visitor's choice, `on` or `off`; a cookie, so that the server draws the page by it. */
export const lowDataCookie = 'landfall-low-data';
const choice = new RegExp(`(?:^|; )${lowDataCookie}=(on|off)`);

/** Whether data is spared: by choice, else where the browser asks for it (`Save-Data`). `cookies` as the header has them. */
export function sparesData(cookies: string, isAsked: boolean): boolean {
  const chosen = choice.exec(cookies)?.[1];
  return chosen ? chosen === 'on' : isAsked;
}
