import { contextPayloads } from './context-payloads.ts';
import { elementPayloads } from './element-payloads.ts';
import { reachingPayloads } from './reaching-payloads.ts';
import { urlPayloads } from './url-payloads.ts';

/** The calls that replace `§` in the payloads, each in turn. The page under test detects all of them. */
const calls = ['__xss(0)', 'alert(1)', 'self[`__xss`](1)', "new Image().src='//xss.invalid/'+1"] as const;

const all = [...elementPayloads, ...urlPayloads, ...contextPayloads, ...reachingPayloads];

/** More than 500 different payloads: texts that an attacker might enter in place of the academy’s texts. */
export const payloads: readonly string[] = [...new Set(all)].map((payload, place) =>
  payload.replaceAll('§', () => calls[place % calls.length] ?? calls[0]),
);
