import { Paper, SimpleGrid, Text, Title } from '@mantine/core';
import type { AttentionKind, Today } from '../../../contract/staff/today.ts';
import { KnownLink } from '../frame/known-link.tsx';

/** The label of each kind, and the page on which staff deal with it. */
const kinds: Record<AttentionKind, { label: string; to: string }> = {
  refundsFailed: { label: 'refunds failed', to: '/staff/refunds' },
  refundsDue: { label: 'refunds on the way', to: '/staff/refunds' },
  paymentsPending: { label: 'payments pending for over an hour', to: '/staff/payments' },
  documentsWaiting: { label: 'documents to verify', to: '/staff/documents' },
  enquiriesOpen: { label: 'enquiries to answer', to: '/staff/enquiries?kind=contact' },
  grievancesOpen: { label: 'grievances to answer', to: '/staff/enquiries?kind=grievance' },
  emailsUndelivered: { label: 'emails not delivered', to: '/staff/emails' },
  batchesNearlyFull: { label: 'batches nearly full', to: '/staff#seats' },
  batchesNearlyEmpty: { label: 'batches nearly empty', to: '/staff#seats' },
};

/** Lists what needs attention, with counts. The kinds with a count of zero follow in one line. */
export function AttentionList({ attention }: Pick<Today, 'attention'>) {
  const waiting = attention.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="h4" id="attention" mb="sm">
        Needs attention
      </Title>
      {waiting.length > 0 ? (
        <SimpleGrid
          component="ul"
          cols={{ base: 2, sm: 3, lg: 4 }}
          spacing="sm"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
        >
          {waiting.map(({ kind, count }) => (
            <Paper component="li" key={kind} withBorder p="sm" radius="md">
              <Text fz="h2" fw={650} component="span" display="block">
                {count}
              </Text>
              <KnownLink to={kinds[kind].to}>{kinds[kind].label}</KnownLink>
            </Paper>
          ))}
        </SimpleGrid>
      ) : (
        <Text>Nothing needs your attention.</Text>
      )}
    </section>
  );
}
