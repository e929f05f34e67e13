import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Section } from '../frame/section.tsx';
import { policyText } from '../orders/order-texts.ts';
import { moneyQueries } from './money.queries.ts';
import { moneyRoute } from './money-feature.ts';
import { RefundPolicyDialog } from './refund-policy-dialog.tsx';
import { RefundPolicyTable } from './refund-policy-table.tsx';

/** The refund policy, its history, and a button to change it. */
export function RefundPolicyPanel() {
  const { staff } = moneyRoute.useRouteContext();
  const { data, isError, isFetching, refetch } = useQuery(moneyQueries.policy);
  const [isChanging, setChanging] = useState(false);
  if (isError && !data)
    return <ErrorState message="The refund policy could not be loaded." onRetry={refetch} isRetrying={isFetching} />;
  if (!data) return <Skeleton height="12rem" role="status" aria-label="The refund policy is loading" />;
  const { steps, history } = data;
  return (
    <Stack gap="md" maw={720}>
      <Section
        title="Refund policy"
        action={
          mayDo(staff.role, 'settings.manage') ? (
            <Button variant="outline" onClick={() => setChanging(true)}>
              Change policy
            </Button>
          ) : null
        }
      >
        <Text>
          A percentage of what was paid, by the days from the cancellation to the first day of the course. Of a package,
          the first course counts.
        </Text>
        <RefundPolicyTable label="The refund policy" policy={steps} />
      </Section>
      <Section title="History">
        {history.length === 0 ? <Text c="dimmed">The policy was never changed.</Text> : null}
        {history.map((change) => (
          <Text key={change.id} className="anywhere">
            {formatInstant(change.at)}, {change.actor}: {policyText(change.steps)}
            {change.reason ? ` (${change.reason})` : ''}
          </Text>
        ))}
      </Section>
      {isChanging ? <RefundPolicyDialog policy={steps} onClose={() => setChanging(false)} /> : null}
    </Stack>
  );
}
