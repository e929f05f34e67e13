/**
 * Cookie with the visitor's choice of low-data mode, `on` or `off`. A cookie is used because the server, too, has to
 * know the mode when it renders a page.
 */
export const lowDataCookie = 'landfall-low-data';

/**
 * Value of the cookie if the visitor has chosen nothing and the browser asks for less data by `prefers-reduced-data`,
 * which it does not send to the server. The page sets the cookie until the browser is closed; the visitor's choice
 * replaces it.
 */
export const reducedDataValue = 'asked';

const choice = new RegExp(`(?:^|; )${lowDataCookie}=(on|off)`);

/**
 * Whether low-data mode is on. The visitor's choice in `cookies` (the Cookie header) takes precedence over `isAsked`:
 * whether the browser asks for less data.
 */
export function sparesData(cookies: string, isAsked: boolean): boolean {
  const chosen = choice.exec(cookies)?.[1];
  return chosen ? chosen === 'on' : isAsked;
}

/** Whether `cookies` (the Cookie header) says that the browser has asked for less data by `prefers-reduced-data`. */
export function prefersReducedData(cookies: string): boolean {
  return cookies.split('; ').includes(`${lowDataCookie}=${reducedDataValue}`);
}
