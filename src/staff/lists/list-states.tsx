import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { isOfflineError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';

type ListQuery<Row> = {
  rows: readonly Row[] | undefined;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type ListStatesProps<Row> = {
  query: ListQuery<Row>;
  /** The noun for what is listed in the messages, such as `students` or `waiting list`. */
  what: string;
  /** Shown when there is nothing to list. */
  empty: { title: string; text?: string; action?: ReactNode };
  children: (rows: readonly Row[]) => ReactNode;
};

/** Says in one sentence why a list could not be loaded. */
function failureText(what: string, error: Error): string {
  const isOffline = isOfflineError(error);
  return isOffline ? `There is no connection, so the ${what} could not be loaded.` : `The ${what} could not be loaded.`;
}

/**
 * Shows the rows of a list, with a button that loads more; or that the list is loading, is empty or could not be
 * loaded. If refetching an empty list fails, shows only the failure: the list may have rows by now.
 */
export function ListStates<Row>({ query, what, empty, children }: ListStatesProps<Row>) {
  const { rows, error, isFetching, hasNextPage, isFetchingNextPage } = query;
  const failure = error ? (
    <ErrorState message={failureText(what, error)} onRetry={query.refetch} isRetrying={isFetching} />
  ) : null;
  if (!rows)
    return (
      failure ?? (
        <Stack gap="xs" role="status" aria-busy>
          <VisuallyHidden>Loading the {what}</VisuallyHidden>
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} height="3rem" />
          ))}
        </Stack>
      )
    );
  if (rows.length === 0)
    return (
      failure ?? (
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      )
    );
  return (
    <Stack gap="sm">
      {failure}
      {children(rows)}
      {hasNextPage ? (
        <Button variant="outline" loading={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}
