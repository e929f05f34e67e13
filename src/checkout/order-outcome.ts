import { cartAddCodes } from '../../contract/cart.ts';
import { cartChangeSchema, orderCodes } from '../../contract/orders.ts';
import type { OrderOutcome, OrderRefusalCode, QuoteChange } from '../../machines/checkout.types.ts';
import { ApiError } from '../lib/api.ts';
import { quoteChanges } from './quote.ts';

const refusalCodes: readonly string[] = [...orderCodes, ...cartAddCodes];

function readChanges(told: unknown): QuoteChange[] {
  const parsed = cartChangeSchema.safeParse(told);
  if (!parsed.success) return [];
  const { before, after } = parsed.data;
  const hasNewTerms = before.terms_version !== undefined && before.terms_version !== after.terms_version;
  return [...quoteChanges(before, after), ...(hasNewTerms ? [{ kind: 'terms' as const }] : [])];
}

/** Whether the server's word leaves open what became of the order: the same key is then sent again. */
function isOpen({ kind, status, code }: ApiError): boolean {
  if (kind !== 'refused' || status === 401 || code === 'IN_PROGRESS') return true;
  return status >= 500 && code !== 'PROVIDER_UNAVAILABLE';
}

/** What a failed `createOrder` means. @throws what it was given, where nobody knows whether the order arrived */
export function readOrderFailure(error: unknown): OrderOutcome {
  if (!(error instanceof ApiError) || isOpen(error)) throw error;
  if (error.code === 'CART_CHANGED') return { kind: 'changed', changes: readChanges(error.failure?.data) };
  const code = error.code !== null && refusalCodes.includes(error.code) ? error.code : 'UNKNOWN_ERROR';
  return { kind: 'refused', refusal: { code: code as OrderRefusalCode, message: error.failure?.message ?? null } };
}
