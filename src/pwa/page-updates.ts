import { whenCalm } from '../offline/critical.ts';
import { Updates } from './updates.ts';

/** New versions of this page's site. */
export const updates = new Updates({ reload: () => window.location.reload(), whenCalm });
