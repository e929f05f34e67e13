import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { useBrand } from '../content/use-brand.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { ReceiptPage } from '../student/receipt/receipt-page.tsx';

const searchSchema = z.object({
  /** Number of the receipt of an amount due. Without it, the page shows the receipt of the order itself. */
  number: z.string().max(40).optional().catch(undefined),
});

export const Route = createFileRoute('/course-booking/receipt/$id')({
  validateSearch: searchSchema,
  head: ({ match, params }) => privateHead(match.context.queryClient, `Receipt ${params.id}`),
  component: Receipt,
});

function Receipt() {
  const { id } = Route.useParams();
  const { number } = Route.useSearch();
  const isOffline = useIsOffline();
  const phone = useBrand()?.admissions_phones[0] ?? null;
  return <ReceiptPage orderId={id} number={number} phone={phone} isOnline={!isOffline} />;
}
