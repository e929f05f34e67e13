import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DocumentName, restoreContent } from '../../../contract/staff/content.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { Section } from '../frame/section.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { ChangesList } from './changes-list.tsx';
import { contentQueries } from './content.queries.ts';

type Wanted = { version: number; state: 'before' | 'after'; key: string };
type HistoryPanelProps = { name: DocumentName; mayRestore: boolean; hasDraft: boolean; onRestored: () => void };

/** The published versions of a document, newest first. Any of them can be restored as a draft. */
export function HistoryPanel({ name, mayRestore, hasDraft, onRestored }: HistoryPanelProps) {
  const client = useQueryClient();
  const history = useQuery(contentQueries.history(name));
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const restoring = useMutation({
    mutationFn: ({ version, state, key }: Wanted) =>
      apiOf(client).call(restoreContent, { params: name, body: { version, state } }, { key }),
    meta: { successToast: 'Restored as a draft. Check it and publish it.' },
    onSuccess: onRestored,
  });
  const choose = (version: number, state: 'before' | 'after') => {
    const next = { version, state, key: crypto.randomUUID() };
    if (hasDraft) setWanted(next);
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
      {restoring.error ? (
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
            {versions.map(({ id, at, by, reason, is_published, changes }, index) => (
              <Section key={id} title={`${formatInstant(at)}, ${by}`}>
                {reason ? <Text>Reason: {reason}</Text> : null}
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
        title="Replace your draft?"
        confirm="Replace the draft"
        cancel="Keep the draft"
        onConfirm={() => {
          if (wanted) restoring.mutate(wanted);
          setWanted(null);
        }}
        onClose={() => setWanted(null)}
      >
        <Text>There is a draft that is not published. The restored state replaces it.</Text>
      </ConfirmDialog>
    </>
  );
}
