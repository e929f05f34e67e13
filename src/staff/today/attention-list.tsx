import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import type { AttentionKind, Today } from '../../../contract/staff/today.ts';

const seats = linkOptions({ to: '/staff', hash: 'seats' });

/** The label of each kind, and the page on which staff deal with it. */
const kinds: Record<AttentionKind, { label: string; link: LinkProps }> = {
  refundsByHand: { label: 'refunds to pay by hand', link: linkOptions({ to: '/staff/money' }) },
  refundsOnTheWay: { label: 'refunds on the way', link: linkOptions({ to: '/staff/money' }) },
  paymentsPending: {
    label: 'payments pending for over an hour',
    link: linkOptions({ to: '/staff/money', search: { tab: 'pending' } }),
  },
  amountsDue: {
    label: 'orders with an amount due',
    link: linkOptions({ to: '/staff/orders', search: { due: 'open' } }),
  },
  documentsWaiting: {
    label: 'documents to verify',
    link: linkOptions({ to: '/staff/documents', search: { state: 'waiting' } }),
  },
  enquiriesOpen: {
    label: 'enquiries to answer',
    link: linkOptions({ to: '/staff/enquiries', search: { kind: 'contact' } }),
  },
  grievancesOpen: {
    label: 'grievances to answer',
    link: linkOptions({ to: '/staff/enquiries', search: { kind: 'grievance' } }),
  },
  emailsUndelivered: { label: 'emails not delivered', link: linkOptions({ to: '/staff/emails' }) },
  batchesNearlyFull: { label: 'batches nearly full', link: seats },
  batchesNearlyEmpty: { label: 'batches nearly empty', link: seats },
};

function KindLink({ kind }: { kind: AttentionKind }) {
  const { label, link } = kinds[kind];
  return <Anchor renderRoot={(props) => <Link {...props} {...link} />}>{label}</Anchor>;
}

/** Lists what needs attention, with counts. Kinds with a count of zero are left out. */
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
              <KindLink kind={kind} />
            </Paper>
          ))}
        </SimpleGrid>
      ) : (
        <Text>Nothing needs your attention.</Text>
      )}
    </section>
  );
}
