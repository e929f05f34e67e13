/** Cookie with the visitor's choice, `on` or `off`. It is a cookie because the server renders pages according to it. */
export const lowDataCookie = 'landfall-low-data';
const choice = new RegExp(`(?:^|; )${lowDataCookie}=(on|off)`);

/** Whether low-data mode is on: by the visitor's choice, else by the browser's `Save-Data` header. `cookies`: the Cookie header. */
export function sparesData(cookies: string, isAsked: boolean): boolean {
  const chosen = choice.exec(cookies)?.[1];
  return chosen ? chosen === 'on' : isAsked;
}
