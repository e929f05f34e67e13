import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContentDraft, type DocumentName, restoreContent } from '../../../contract/staff/content.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { Section } from '../frame/section.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { ChangesList } from './changes-list.tsx';
import { contentQueries, refetchScheduled } from './content.queries.ts';

type Restoration = {
  version: number;
  state: 'before' | 'after';
  /** The revision of the draft that the restored version replaces; 0 if there is no draft. */
  revision: number;
  key: string;
  /**
   * The draft that a colleague has saved since the page was loaded; null if the draft was published or discarded
   * meanwhile. Missing if the draft has not changed.
   */
  theirs?: ContentDraft | null;
};
type HistoryPanelProps = {
  name: DocumentName;
  mayRestore: boolean;
  /** The revision of the draft that the page shows; 0 if there is none. */
  revision: number;
  onReopen: () => void;
};

/** Says what happens to the current draft if the editor restores a version. */
function describeDraft(theirs: Restoration['theirs']): string {
  if (theirs === null) return 'The draft was published or discarded meanwhile. The restored state becomes a new draft.';
  const replaces = 'The restored state replaces it.';
  if (!theirs) return `There is a draft that is not published. ${replaces}`;
  return `${theirs.by} saved a draft on ${formatInstant(theirs.at)}, which you have not seen. ${replaces}`;
}

/** The published versions of a document, newest first. Any of them can be restored as a draft. */
export function HistoryPanel({ name, mayRestore, revision, onReopen }: HistoryPanelProps) {
  const client = useQueryClient();
  const history = useQuery(contentQueries.history(name));
  const [wanted, setWanted] = useState<Restoration | null>(null);
  const restoring = useMutation({
    mutationFn: ({ theirs: _, key, ...body }: Restoration) =>
      apiOf(client)
        .call(restoreContent, { params: name, body }, { key })
        .catch(refetchScheduled(client, restoreContent, name)),
    meta: { successToast: 'Restored as a draft. Check it and publish it.' },
    onSuccess: onReopen,
    onError(error, restoration) {
      if (isRefusal(error, restoreContent, 'DRAFT_CHANGED'))
        setWanted({
          ...restoration,
          revision: error.data?.revision ?? 0,
          theirs: error.data,
          key: crypto.randomUUID(),
        });
    },
  });
  const choose = (version: number, state: 'before' | 'after') => {
    const next = { version, state, revision, key: crypto.randomUUID() };
    if (revision > 0) setWanted(next);
    else restoring.mutate(next);
  };
  const query = {
    ...history,
    rows: history.data,
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => {},
  };
  return (
    <>
      {restoring.error && !wanted ? (
        <Text role="alert" c="red">
          {failureMessage(restoring.error)}
        </Text>
      ) : null}
      <ListStates
        query={query}
        what="history"
        empty={{ title: 'Nothing published here yet', text: 'What editors publish in the console is listed here.' }}
      >
        {(versions) => (
          <Stack>
            {versions.map(({ id, at, by, reason, is_published, must_accept, changes }, index) => (
              <Section key={id} title={`${formatInstant(at)}, ${by}`}>
                {reason ? <Text>Reason: {reason}</Text> : null}
                {must_accept ? <Text>Students must accept this version again.</Text> : null}
                {is_published ? <ChangesList changes={changes} /> : <Text>Taken off the site.</Text>}
                {is_published && changes.length === 0 ? <Text>Published for the first time, or again.</Text> : null}
                {mayRestore ? (
                  <Group>
                    {is_published && index > 0 ? (
                      <Button variant="outline" loading={restoring.isPending} onClick={() => choose(id, 'after')}>
                        Restore this state
                      </Button>
                    ) : null}
                    {changes.length > 0 || !is_published ? (
                      <Button variant="outline" loading={restoring.isPending} onClick={() => choose(id, 'before')}>
                        Restore the state before
                      </Button>
                    ) : null}
                  </Group>
                ) : null}
              </Section>
            ))}
          </Stack>
        )}
      </ListStates>
      <ConfirmDialog
        isOpen={wanted !== null}
        title={wanted?.revision === 0 ? 'Restore this state?' : 'Replace the draft?'}
        confirm={wanted?.revision === 0 ? 'Restore as a draft' : 'Replace the draft'}
        cancel={wanted?.revision === 0 ? 'Cancel' : 'Keep the draft'}
        onConfirm={() => {
          if (wanted) restoring.mutate(wanted);
          setWanted(null);
        }}
        onClose={() => {
          setWanted(null);
          if (wanted?.theirs !== undefined) onReopen();
        }}
      >
        <Text>{describeDraft(wanted?.theirs)}</Text>
      </ConfirmDialog>
    </>
  );
}
