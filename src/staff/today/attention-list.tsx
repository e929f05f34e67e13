import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router';
import type { AttentionKind, Today } from '../../../contract/staff/today.ts';

const seats = linkOptions({ to: '/staff', hash: 'seats' });

/**
 * For each kind of task, the text after its count, such as "refunds to pay by hand", and the page on which staff deal
 * with it. `noun`: the first word of the text, in singular and plural. `rest`: the other words.
 */
const kinds: Record<AttentionKind, { noun: [one: string, many: string]; rest: string; link: LinkProps }> = {
  refundsByHand: { noun: ['refund', 'refunds'], rest: 'to pay by hand', link: linkOptions({ to: '/staff/money' }) },
  refundsOnTheWay: { noun: ['refund', 'refunds'], rest: 'on the way', link: linkOptions({ to: '/staff/money' }) },
  paymentsPending: {
    noun: ['payment', 'payments'],
    rest: 'pending for over an hour',
    link: linkOptions({ to: '/staff/money', search: { tab: 'pending' } }),
  },
  amountsDue: {
    noun: ['order', 'orders'],
    rest: 'with an amount due',
    link: linkOptions({ to: '/staff/orders', search: { due: 'open' } }),
  },
  bookingsToSettle: {
    noun: ['order', 'orders'],
    rest: 'of a moved or cancelled batch to settle',
    link: linkOptions({ to: '/staff/orders', search: { settle: 'office' } }),
  },
  documentsWaiting: {
    noun: ['document', 'documents'],
    rest: 'to verify',
    link: linkOptions({ to: '/staff/documents', search: { state: 'waiting' } }),
  },
  enquiriesOpen: {
    noun: ['enquiry', 'enquiries'],
    rest: 'to answer',
    link: linkOptions({ to: '/staff/enquiries', search: { kind: 'contact', state: 'open' } }),
  },
  grievancesOpen: {
    noun: ['grievance', 'grievances'],
    rest: 'to answer',
    link: linkOptions({ to: '/staff/enquiries', search: { kind: 'grievance', state: 'open' } }),
  },
  emailsUndelivered: { noun: ['email', 'emails'], rest: 'not delivered', link: linkOptions({ to: '/staff/emails' }) },
  batchesNearlyFull: { noun: ['batch', 'batches'], rest: 'nearly full', link: seats },
  batchesNearlyEmpty: { noun: ['batch', 'batches'], rest: 'nearly empty', link: seats },
  batchesManyHolds: {
    noun: ['batch', 'batches'],
    rest: 'with many unpaid orders',
    link: linkOptions({ to: '/staff', hash: 'many-holds' }),
  },
};

function KindLink({ kind, count }: Today['attention'][number]) {
  const { noun, rest, link } = kinds[kind];
  const [one, many] = noun;
  return (
    <Anchor renderRoot={(props) => <Link {...props} {...link} />}>
      {count === 1 ? one : many} {rest}
    </Anchor>
  );
}

/** Lists what needs the attention of staff, with counts. Kinds of tasks with a count of zero are left out. */
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
              <KindLink {...{ kind, count }} />
            </Paper>
          ))}
        </SimpleGrid>
      ) : (
        <Text>Nothing needs your attention.</Text>
      )}
    </section>
  );
}
