import type { ContentBody, ContentFault } from '../../../contract/staff/content.ts';
import { type Clock, today } from '../../http/clock.ts';
import { isSame } from '../load/merge-fields.ts';
import type { OpenDocument } from './read-document.ts';

/**
 * When a document takes effect: midnight in the academy's time zone at the start of its effective day; null if it takes
 * effect as soon as it is published.
 */
export function takesEffectAt({ rules }: OpenDocument, body: ContentBody, clock: Clock): Date | null {
  const day = rules.effectiveDay?.(body);
  return day && day > today(clock) ? new Date(`${day}T00:00:00+05:30`) : null;
}

/**
 * Whether editors may choose when a document is published. They may not if the document itself names the day on which
 * it takes effect.
 */
export const mayChooseTime = ({ rules }: OpenDocument, body: ContentBody): boolean => !rules.effectiveDay?.(body);

/** Returns a fault if a changed policy would take effect on a day in the past; otherwise an empty list. */
export function effectiveDayFaults(
  { rules, published }: OpenDocument,
  body: ContentBody,
  clock: Clock,
): ContentFault[] {
  const day = rules.effectiveDay?.(body);
  if (!day || day >= today(clock) || isSame(body, published)) return [];
  const reason = 'is in the past; choose today or the day on which this text begins to hold';
  return [{ path: 'effectiveDate', label: 'Takes effect on', reason }];
}
