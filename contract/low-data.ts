/**
 * Cookie with the visitor's choice of low-data mode, `on` or `off`. A cookie is used because the server, too, has to
 * know the mode when it renders a page.
 */
export const lowDataCookie = 'landfall-low-data';

/**
 * Value of the low-data cookie if the visitor has chosen no mode but the browser asks for less data
 * (`prefers-reduced-data`). The page sets the cookie, because browsers do not send this preference to the server. The
 * cookie lasts until the browser is closed or the visitor chooses a mode.
 */
export const reducedDataValue = 'asked';

const choice = new RegExp(`(?:^|; )${lowDataCookie}=(on|off)`);

/**
 * Whether low-data mode is on. `isAsked`: whether the browser asks for less data. The visitor's choice in `cookies`
 * (the Cookie header) takes precedence.
 */
export function sparesData(cookies: string, isAsked: boolean): boolean {
  const chosen = choice.exec(cookies)?.[1];
  return chosen ? chosen === 'on' : isAsked;
}

/** Whether `cookies` (the Cookie header) says that the browser has asked for less data by `prefers-reduced-data`. */
export function prefersReducedData(cookies: string): boolean {
  return cookies.split('; ').includes(`${lowDataCookie}=${reducedDataValue}`);
}
