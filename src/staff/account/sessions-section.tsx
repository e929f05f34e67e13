import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endStaffSessions, type StaffAccount } from '../../../contract/staff/staff-account.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { accountQuery } from './account-feature.ts';

/** The browsers in which the staff member is signed in. */
export function SessionsSection({ sessions }: Pick<StaffAccount, 'sessions'>) {
  const api = apiOf(useQueryClient());
  const end = useMutation({
    mutationFn: (id: string | undefined) => api.call(endStaffSessions, { body: id ? { id } : {} }),
    meta: {
      invalidates: [accountQuery.queryKey],
      successToast: 'Signed out there.',
      errorToast: 'Signing out there failed. Please try again.',
    },
  });
  return (
    <>
      {sessions.map(({ id, device, is_current: isCurrent, signed_in_at: since, last_seen_at: seen }) => (
        <Group key={id} justify="space-between">
          <div>
            <Text component="div" style={{ overflowWrap: 'anywhere' }}>
              {device} {isCurrent ? <Badge variant="light">this browser</Badge> : null}
            </Text>
            <Text size="sm" c="dimmed">
              Signed in {formatInstant(since)}, last used {formatInstant(seen)}
            </Text>
          </div>
          {isCurrent ? null : (
            <Button
              variant="outline"
              aria-label={`Sign out on ${device}`}
              loading={end.isPending && end.variables === id}
              onClick={() => end.mutate(id)}
            >
              Sign out
            </Button>
          )}
        </Group>
      ))}
      {sessions.length > 2 ? (
        <Group>
          <Button variant="outline" onClick={() => end.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        </Group>
      ) : null}
    </>
  );
}
