import { waitForCriticalWork } from '../offline/critical-work.ts';
import { Updates } from './updates.ts';

/** Finds and applies new versions of the site for this page. */
export const updates = new Updates({ reload: () => window.location.reload(), waitForCriticalWork });
