import { contextPayloads } from './context-payloads.ts';
import { elementPayloads } from './element-payloads.ts';
import { reachingPayloads } from './reaching-payloads.ts';
import { urlPayloads } from './url-payloads.ts';

/** What a payload does when it runs, in the place of its `§`: the page under test hears each of them. */
const calls = ['__xss(0)', 'alert(1)', 'self[`__xss`](1)', "new Image().src='//xss.invalid/'+1"] as const;

const all = [...elementPayloads, ...urlPayloads, ...contextPayloads, ...reachingPayloads];

/** What somebody might write where the academy writes its texts, each once: more than 500. */
export const payloads: readonly string[] = [...new Set(all)].map((payload, place) =>
  payload.replaceAll('§', () => calls[place % calls.length] ?? calls[0]),
);
