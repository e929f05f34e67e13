import { Anchor, Code, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionKind, Today } from '../../../contract/staff/today.ts';

const seats = linkOptions({ to: '/staff', hash: 'seats' });

/** The label of each kind, and the page on which staff deal with it or, if the console has none, what to do. */
const kinds: Record<AttentionKind, { label: string } & ({ link: LinkProps } | { advice: ReactNode })> = {
  refundsByHand: { label: 'refunds to pay by hand', link: linkOptions({ to: '/staff/money' }) },
  refundsOnTheWay: { label: 'refunds on the way', link: linkOptions({ to: '/staff/money' }) },
  paymentsPending: {
    label: 'payments pending for over an hour',
    link: linkOptions({ to: '/staff/money', search: { tab: 'pending' } }),
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
  emailsUndelivered: {
    label: 'emails not delivered',
    advice: (
      <>
        Tell whoever looks after the site. The command <Code>landfall mail list</Code> shows why.
      </>
    ),
  },
  batchesNearlyFull: { label: 'batches nearly full', link: seats },
  batchesNearlyEmpty: { label: 'batches nearly empty', link: seats },
};

function KindLabel({ kind }: { kind: AttentionKind }) {
  const known = kinds[kind];
  if ('link' in known)
    return <Anchor renderRoot={(props) => <Link {...props} {...known.link} />}>{known.label}</Anchor>;
  return (
    <>
      <Text component="span" display="block">
        {known.label}
      </Text>
      <Text size="sm" c="dimmed">
        {known.advice}
      </Text>
    </>
  );
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
              <KindLabel kind={kind} />
            </Paper>
          ))}
        </SimpleGrid>
      ) : (
        <Text>Nothing needs your attention.</Text>
      )}
    </section>
  );
}
