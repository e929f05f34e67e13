import { createFileRoute } from '@tanstack/react-router';
import { normaliseCertificateNumber } from '../../contract/certificates.ts';
import { useBrand } from '../content/use-brand.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { certificateQueries } from '../student/certificate-check/certificate.queries.ts';
import { CertificatePage } from '../student/certificate-check/certificate-page.tsx';

export const Route = createFileRoute('/certificates/{-$number}')({
  // The server waits until the certificate has been checked. In the browser, the page opens at once and shows that the
  // check is running.
  loader: async ({ context, params: { number } }) => {
    if (import.meta.env.SSR && number)
      await context.queryClient.prefetchQuery(certificateQueries.check(normaliseCertificateNumber(number)));
  },
  head: ({ match }) => privateHead(match.context.queryClient, 'Check a certificate'),
  component: Certificates,
});

function Certificates() {
  const { number } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CertificatePage
      number={number === undefined ? null : normaliseCertificateNumber(number)}
      phone={useBrand()?.admissions_phones[0] ?? null}
      onCheck={(typed) => void navigate({ to: '/certificates/{-$number}', params: { number: typed } })}
    />
  );
}
