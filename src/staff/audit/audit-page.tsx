import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listAuditEntries } from '../../../contract/staff/audit-log.ts';
import { apiOf } from '../../lib/api.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { type AuditSearch, auditRoute, readAuditSearch } from './audit-feature.ts';
import { AuditTable } from './audit-table.tsx';

/** The audit log: who changed or read what, newest first. */
export function AuditPage() {
  // The URL may also contain parameters that are not filters, so select the filters for the request.
  const search = readAuditSearch(auditRoute.useSearch());
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const api = apiOf(useQueryClient());
  const log = useInfiniteQuery({
    queryKey: ['staff-audit', search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call(listAuditEntries, { query: { ...search, before: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <StaffPage title="Audit log">
      <AuditFilter key={JSON.stringify(search)} search={search} />
      {log.isPending ? (
        <SkeletonGroup label="Loading the audit log" className="stack gap-3">
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </SkeletonGroup>
      ) : null}
      {log.isError ? (
        <ErrorState
          message="The audit log could not be loaded."
          onRetry={() => void log.refetch()}
          isRetrying={log.isRefetching}
        />
      ) : null}
      {log.isSuccess && entries.length === 0 ? (
        <EmptyState title="No entries">
          {isFiltered
            ? 'Nothing matches. Search for fewer words or more days.'
            : 'What staff change, and whose data they read, is listed here.'}
        </EmptyState>
      ) : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      {log.hasNextPage ? (
        <Group justify="center">
          <Button variant="outline" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Load more
          </Button>
        </Group>
      ) : null}
    </StaffPage>
  );
}

function AuditFilter({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { q: search.q ?? '', kind: search.kind ?? '', from: search.from ?? '', to: search.to ?? '' },
    validate: {
      to: (to, { from }) => (to && from && to < from ? 'The last day is before the first' : null),
    },
  });
  return (
    <search>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => navigate({ to: '/staff/audit', search: readAuditSearch(values) }))}
      >
        <Stack gap="sm">
          <Group align="end" gap="sm">
            <TextInput
              label="Search"
              placeholder="Name, action, order, reason"
              type="search"
              flex="1 1 14rem"
              {...form.getInputProps('q')}
            />
            <NativeSelect
              label="Kind"
              data={[
                { value: '', label: 'Everything' },
                { value: 'change', label: 'Changes' },
                { value: 'reading', label: 'Personal data read' },
              ]}
              {...form.getInputProps('kind')}
            />
            <TextInput label="From" type="date" {...form.getInputProps('from')} />
            <TextInput label="To" type="date" {...form.getInputProps('to')} />
            <Button type="submit">Search</Button>
          </Group>
        </Stack>
      </form>
    </search>
  );
}
