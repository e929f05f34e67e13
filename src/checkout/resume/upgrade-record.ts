import * as z from 'zod';

/**
 * A saved checkout of version 2. The machine's states were not yet grouped by screen: `creatingOrder` instead of `{
 * review: 'creatingOrder' }`.
 */
const version2Schema = z.looseObject({
  version: z.literal(2),
  stage: z.enum(['information', 'review']),
  state: z.looseObject({
    value: z.union([z.string(), z.record(z.string(), z.string())]),
    context: z.looseObject({}),
  }),
});

const renamed = {
  information: {
    waitingForConnection: 'waitingAtInformation',
    comparingCart: 'comparingAtInformation',
    askingToContinue: 'askingAtInformation',
  },
  review: {
    waitingForConnection: 'waitingAtReview',
    comparingCart: 'comparingAtReview',
    askingToContinue: 'askingAtReview',
  },
} satisfies Record<string, Record<string, string>>;

/**
 * A saved checkout of version 3. The machine's context had neither the time when the hold of the seats ends nor the
 * method of verifying a contact.
 */
const version3Schema = z.looseObject({
  version: z.literal(3),
  state: z.looseObject({ context: z.looseObject({}) }),
});

function fromVersion2(record: unknown): unknown {
  const parsed = version2Schema.safeParse(record);
  if (!parsed.success) return record;
  const { stage, state } = parsed.data;
  const names: Record<string, string> = renamed[stage];
  const { stage: _, ...context } = state.context;
  const value = typeof state.value === 'string' ? (names[state.value] ?? state.value) : state.value;
  return {
    ...parsed.data,
    version: 3,
    state: { ...state, value: { [stage]: value }, context: { ...context, seenBefore: null, lineNames: [] } },
  };
}

function fromVersion3(record: unknown): unknown {
  const parsed = version3Schema.safeParse(record);
  if (!parsed.success) return record;
  const { state } = parsed.data;
  const context = { ...state.context, heldUntil: null, contactMethod: null };
  return { ...parsed.data, version: 4, state: { ...state, context } };
}

/**
 * Converts a saved checkout of version 2 or 3 to version 4, and returns any other record unchanged. Without the
 * conversion, an update of the site would lose a started payment, or the idempotency key of an order that got no
 * response.
 */
export function upgradeRecord(record: unknown): unknown {
  return fromVersion3(fromVersion2(record));
}
