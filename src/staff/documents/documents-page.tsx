import { Badge, Box, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DocumentState } from '../../../contract/documents.ts';
import type { ReviewedDocument } from '../../../contract/staff/documents.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { usePageKeys, useShortcutSetting } from '../lists/page-keys.ts';
import { documentQueries } from './document.queries.ts';
import { DocumentReview } from './document-review.tsx';
import classes from './documents.module.css';
import { documentsRoute } from './documents-feature.ts';

const stateNames: Record<DocumentState, string> = { waiting: 'To verify', verified: 'Verified', rejected: 'Rejected' };
const emptyTexts: Record<DocumentState, { title: string; text?: string }> = {
  waiting: { title: 'No documents to verify', text: 'Documents that students upload appear here.' },
  verified: { title: 'No document has been verified yet' },
  rejected: { title: 'No document is rejected' },
};

type FirstShownOptions = {
  isWide: boolean;
  /** The document that the URL names. */
  id: string | undefined;
  firstId: string | undefined;
  onNarrowed: (firstId: string) => void;
};

type QueueProps = {
  rows: readonly ReviewedDocument[];
  openId: string | undefined;
  onOpen: (id: string) => void;
};

function Queue({ rows, openId, onOpen }: QueueProps) {
  return (
    <Stack component="ul" gap={0} className={classes.queue}>
      {rows.map(({ id, document_name, student, created_at }) => (
        <li key={id}>
          <UnstyledButton
            className={classes.row}
            data-row
            aria-current={id === openId ? 'true' : undefined}
            onClick={() => onOpen(id)}
          >
            <Text fw={600} className="anywhere">
              {student.name}
            </Text>
            <Text size="sm" className="anywhere">
              {document_name}
            </Text>
            <Text size="sm" c="dimmed">
              {formatInstant(created_at)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
}

/**
 * Whether to show the first document of the queue if the URL names none: yes in a wide window, beside the queue. When
 * the window becomes narrow, `onNarrowed` must put the document's id into the URL. The document then stays open with
 * what was typed, and can be closed like one that was chosen from the queue.
 */
function useFirstShown({ isWide, id, firstId, onNarrowed }: FirstShownOptions): boolean {
  const [wasWide, setWasWide] = useState(isWide);
  if (isWide && !wasWide) setWasWide(true);
  useEffect(() => {
    if (isWide || !wasWide) return;
    if (id || !firstId) setWasWide(false);
    else onNarrowed(firstId);
  });
  return wasWide;
}

/** The queue of documents to verify. The chosen document is shown beside the queue, or instead of it on a phone. */
export function DocumentsPage() {
  const { state, id } = documentsRoute.useSearch();
  const { staff } = documentsRoute.useRouteContext();
  const navigate = useNavigate();
  const isWide = useMediaQuery('(min-width: 62em)') ?? true;
  const [hasShortcuts] = useShortcutSetting();
  const list = useInfiniteQuery(documentQueries.list(state));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const waiting = list.data?.pages.at(-1)?.waiting;
  const goTo = (next: string | undefined, options: { ignoreBlocker?: boolean } = {}) =>
    navigate({ to: '/staff/documents', search: { state, ...(next ? { id: next } : {}) }, replace: true, ...options });
  const firstId = rows?.[0]?.id;
  const onNarrowed = (shown: string) => void goTo(shown, { ignoreBlocker: true });
  const isFirstShown = useFirstShown({ isWide, id, firstId, onNarrowed });
  const openId = id ?? (isFirstShown ? firstId : undefined);
  const listed = rows?.find((row) => row.id === openId);
  const single = useQuery({ ...documentQueries.one(openId ?? ''), enabled: openId !== undefined && !listed && !!rows });
  const open = listed ?? single.data;

  const neighbour = (step: 1 | -1) => {
    const index = rows?.findIndex((row) => row.id === openId) ?? -1;
    return index < 0 ? rows?.[0]?.id : rows?.[index + step]?.id;
  };
  const step = (direction: 1 | -1) => {
    const next = neighbour(direction);
    if (next) void goTo(next);
  };
  usePageKeys({ j: () => step(1), k: () => step(-1) });

  const isQueueShown = isWide || !openId;
  return (
    <StaffPage
      title="Documents"
      actions={waiting === undefined ? null : <Badge variant="light">{waiting} to verify</Badge>}
    >
      {isQueueShown ? (
        <Group justify="space-between">
          <SegmentedControl
            aria-label="Documents"
            value={state}
            data={Object.entries(stateNames).map(([value, label]) => ({ value, label }))}
            onChange={(value) => navigate({ to: '/staff/documents', search: { state: value as DocumentState } })}
          />
          {isWide && hasShortcuts ? (
            <Text size="sm" c="dimmed">
              Keys: j next, k previous, v verify, r reject
            </Text>
          ) : null}
        </Group>
      ) : null}
      <Box className={classes.columns}>
        {isQueueShown ? (
          <ListStates query={{ ...list, rows }} what="documents" empty={emptyTexts[state]}>
            {(found) => <Queue rows={found} openId={openId} onOpen={(next) => goTo(next)} />}
          </ListStates>
        ) : null}
        {open ? (
          <DocumentReview
            key={open.id}
            document={open}
            canReview={staff.role !== 'auditor'}
            onBack={isWide ? null : () => goTo(undefined)}
            onReviewed={() => goTo(neighbour(1) ?? neighbour(-1), { ignoreBlocker: true })}
          />
        ) : null}
        {!open && single.isError ? (
          <Text role="alert">This document is no longer there. The student may have deleted it.</Text>
        ) : null}
      </Box>
    </StaffPage>
  );
}
