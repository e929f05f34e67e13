import { createFileRoute } from '@tanstack/react-router';
import { useBrand } from '../content/use-brand.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { ReceiptPage } from '../student/receipt/receipt-page.tsx';

export const Route = createFileRoute('/course-booking/receipt/$id')({
  head: ({ match, params }) => privateHead(match.context.queryClient, `Receipt ${params.id}`),
  component: Receipt,
});

function Receipt() {
  const { id } = Route.useParams();
  const isOffline = useIsOffline();
  const phone = useBrand()?.admissions_phones[0] ?? null;
  return <ReceiptPage orderId={id} phone={phone} isOnline={!isOffline} />;
}
