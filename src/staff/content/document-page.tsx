import { Button, Group, Skeleton, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type ContentDraft,
  type DocumentName,
  discardContentDraft,
  removeContent,
} from '../../../contract/staff/content.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { calendarKey } from '../calendar/calendar.queries.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { contentKey, contentMutations, contentQueries, refetchScheduled } from './content.queries.ts';
import { documentRoute } from './content-feature.ts';
import { kindTexts, removalOf, valueText } from './content-texts.ts';
import classes from './document-page.module.css';
import { DocumentFormProvider } from './fields/document-form.tsx';
import { DocumentFields } from './fields/field-input.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { type Draft, type OpenDocument, useDraft } from './use-draft.ts';

/** The page on which staff edit, preview, publish and restore a content document. */
export function DocumentPage() {
  const name = documentRoute.useParams();
  const client = useQueryClient();
  const document = useQuery(contentQueries.document(name));
  const [opened, setOpened] = useState(0);
  const texts = kindTexts[name.kind];
  /**
   * Reloads the content document after it was published or restored or its draft was discarded, so that the form shows
   * its new content.
   */
  const reopen = async () => {
    await client.invalidateQueries({ queryKey: contentKey });
    // The document may be a venue or an instructor. So reload the data of the calendar too: its forms then offer the
    // new one at once.
    void client.invalidateQueries({ queryKey: calendarKey });
    setOpened((count) => count + 1);
  };
  if (document.data)
    return (
      <DocumentEditor
        key={`${name.kind} ${name.id} ${opened}`}
        name={name}
        document={document.data}
        onReopen={reopen}
      />
    );
  return (
    <StaffPage title={texts.one}>
      {document.isError ? (
        <ErrorState
          message={failureMessage(document.error)}
          onRetry={() => void document.refetch()}
          isRetrying={document.isFetching}
        />
      ) : (
        <Skeleton height="20rem" role="status" aria-label="The content is loading" />
      )}
    </StaffPage>
  );
}

/** Scrolls to the first invalid field and focuses it. */
function showFirstError() {
  const invalid = window.document.querySelector<HTMLElement>('[aria-invalid="true"], [data-mistake]');
  invalid?.scrollIntoView({ block: 'center' });
  invalid?.focus({ preventScroll: true });
}

type EditorProps = { name: DocumentName; document: OpenDocument; onReopen: () => Promise<void> };

function DocumentEditor({ name, document, onReopen }: EditorProps) {
  const { staff } = documentRoute.useRouteContext();
  const draft = useDraft(name, document);
  const [tab, setTab] = useState<string | null>('edit');
  const [dialog, setDialog] = useState<'publish' | 'discard' | 'remove' | null>(null);
  const mayManage = mayDo(staff.role, 'content.manage');
  const scheduledAt = document.draft?.publish_at ?? null;
  const isReadOnly = !mayManage || scheduledAt !== null;
  const blocker = useBlocker({
    shouldBlockFn: async () => draft.isChanged && !(await draft.saveNow()),
    enableBeforeUnload: () => draft.isChanged,
    withResolver: true,
  });
  const close = () => setDialog(null);
  const openSaved = async (open: () => void) => {
    if (await draft.saveNow()) open();
  };
  const { kind } = name;
  return (
    <StaffPage
      title={document.title || kindTexts[kind].one}
      actions={
        <EditorActions
          document={document}
          draft={draft}
          isReadOnly={isReadOnly}
          onDiscard={() => setDialog('discard')}
          remove={removalOf(kind).button}
          onRemove={mayManage && document.may_remove ? () => void openSaved(() => setDialog('remove')) : null}
        />
      }
    >
      <Link to="/staff/content/$kind" params={{ kind }}>
        All {kindTexts[kind].plural.toLowerCase()}
      </Link>
      {scheduledAt ? <ScheduleNotice name={name} at={scheduledAt} mayChange={mayManage} onDone={onReopen} /> : null}
      {document.draft?.publish_error ? (
        <Notice tone="error" title="This draft could not be published at its time">
          {document.draft.publish_error}
        </Notice>
      ) : null}
      {draft.conflict ? <ConflictNotice draft={draft} document={document} onReopen={onReopen} /> : null}
      <Tabs
        value={tab}
        onChange={(next) => void (next === 'edit' ? setTab(next) : openSaved(() => setTab(next)))}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <div className={classes.bar} data-editor-bar>
          <Tabs.List>
            <Tabs.Tab value="edit">{isReadOnly ? 'Content' : 'Edit'}</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <div className={classes.state}>
            <SaveState draft={draft} document={document} />
          </div>
          {!isReadOnly && (draft.hasDraft || draft.isChanged) && !draft.conflict ? (
            <Button className={classes.publish} onClick={() => void openSaved(() => setDialog('publish'))}>
              Publish…
            </Button>
          ) : null}
        </div>
        <Tabs.Panel value="edit" pt="md">
          <DocumentFormProvider value={{ kind, form: draft.form, isReadOnly }}>
            <Stack maw={800}>
              <DocumentFields fields={document.fields} />
            </Stack>
          </DocumentFormProvider>
        </Tabs.Panel>
        <Tabs.Panel value="preview" pt="md">
          <PreviewPanel
            name={name}
            revision={draft.revision()}
            heading={kind === 'booking-groups' ? String(draft.form.getValues().title) : null}
          />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryPanel
            name={name}
            mayRestore={!isReadOnly}
            revision={draft.revision()}
            onReopen={() => void onReopen()}
          />
        </Tabs.Panel>
      </Tabs>
      {dialog === 'publish' ? (
        <PublishDialog
          name={name}
          onFaults={(faults) => {
            close();
            setTab('edit');
            draft.form.setErrors(
              Object.fromEntries(faults.map(({ path, label, reason }) => [path, `${label} ${reason}`])),
            );
            requestAnimationFrame(showFirstError);
          }}
          onPublished={() => void onReopen()}
          onClose={close}
        />
      ) : null}
      {dialog === 'discard' ? (
        <DiscardDialog name={name} draft={draft} document={document} onDone={onReopen} onClose={close} />
      ) : null}
      {dialog === 'remove' ? (
        <RemoveDialog name={name} draft={draft} document={document} onDone={onReopen} onClose={close} />
      ) : null}
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        title="Leave without your last changes?"
        confirm="Leave without them"
        cancel="Stay here"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <Text>Your last changes could not be saved. If you leave, they are lost.</Text>
      </ConfirmDialog>
    </StaffPage>
  );
}

type ActionsProps = {
  document: OpenDocument;
  draft: Draft;
  isReadOnly: boolean;
  /** Label of the button that removes the content document. */
  remove: string;
  onDiscard: () => void;
  onRemove: (() => void) | null;
};

function EditorActions({ document, draft, isReadOnly, remove, onDiscard, onRemove }: ActionsProps) {
  if (isReadOnly) return null;
  return (
    <>
      {onRemove && !draft.conflict ? (
        <Button variant="subtle" color="red" onClick={onRemove}>
          {remove}
        </Button>
      ) : null}
      {draft.hasDraft && !draft.conflict ? (
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {document.published ? 'Discard draft' : 'Delete draft'}
        </Button>
      ) : null}
    </>
  );
}

/** Says whether the draft is saved, and offers to save it again if saving has failed. */
function SaveState({ draft, document }: { draft: Draft; document: OpenDocument }) {
  const { save, isChanged, hasDraft, conflict, saveNow } = draft;
  if (conflict) return null;
  if (save.isError && isChanged)
    return (
      <Group gap="xs" role="alert">
        <Text c="red">Not saved: {failureMessage(save.error)}</Text>
        <Button variant="outline" onClick={() => void saveNow()}>
          Save again
        </Button>
      </Group>
    );
  const text = isChanged ? 'Saving…' : hasDraft ? 'Draft saved. Visitors do not see it yet.' : 'Published';
  return (
    <Text c="dimmed" role="status">
      {hasDraft || isChanged || document.published ? text : 'Not on the site'}
    </Text>
  );
}

type NoticeProps = { name: DocumentName; at: string; mayChange: boolean; onDone: () => Promise<void> };

function ScheduleNotice({ name, at, mayChange, onDone }: NoticeProps) {
  const [key] = useState(() => crypto.randomUUID());
  const cancelling = useMutation({ ...contentMutations.unschedule(key), onSuccess: onDone });
  return (
    <Notice
      tone="waiting"
      title={`This draft is published on ${formatInstant(at)}. Until then it cannot be changed.`}
      action={
        mayChange ? (
          <Button variant="outline" loading={cancelling.isPending} onClick={() => cancelling.mutate(name)}>
            Cancel the time
          </Button>
        ) : null
      }
    />
  );
}

/**
 * Shown when another editor has saved a newer draft: lists the differences and lets this editor choose one of the two
 * versions.
 */
function ConflictNotice({
  draft,
  document,
  onReopen,
}: {
  draft: Draft;
  document: OpenDocument;
  onReopen: () => Promise<void>;
}) {
  const theirs = draft.conflict?.theirs ?? null;
  const mine = draft.form.getValues();
  const differing = document.fields.filter(
    ({ name }) => JSON.stringify(theirs?.body[name] ?? null) !== JSON.stringify(mine[name] ?? null),
  );
  const title = theirs
    ? `${theirs.by} saved this draft on ${formatInstant(theirs.at)}. Yours was not saved; it is still below.`
    : 'Somebody else has published this or discarded its draft meanwhile. Yours was not saved; it is still below.';
  return (
    <Notice
      tone="error"
      role="alert"
      title={title}
      action={
        <Group>
          <Button onClick={draft.keepMine}>Keep mine</Button>
          <Button variant="outline" onClick={() => void onReopen()}>
            {theirs ? 'Use theirs' : 'Open what is there now'}
          </Button>
        </Group>
      }
    >
      {theirs ? (
        <ul>
          {differing.map(({ name, label }) => (
            <li key={name}>
              {label}: theirs is “{valueText(theirs.body[name]).slice(0, 120)}”, yours is “
              {valueText(mine[name]).slice(0, 120)}”
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

type DialogProps = {
  name: DocumentName;
  draft: Draft;
  document: OpenDocument;
  onDone: () => Promise<void>;
  onClose: () => void;
};

function DiscardDialog({ name, draft, document, onDone, onClose }: DialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: {} });
  return (
    <ActionDialog
      title={document.published ? 'Discard this draft?' : 'Delete this draft?'}
      submit={document.published ? 'Discard draft' : 'Delete draft'}
      isDangerous
      form={form}
      send={async (_values, key) => {
        const body = { revision: draft.revision() };
        await apiOf(client)
          .call(discardContentDraft, { params: name, body }, { key })
          .catch(refetchScheduled(client, discardContentDraft, name));
        await client.invalidateQueries({ queryKey: [...contentKey, 'list'] });
        if (document.published) await onDone();
        else await navigate({ to: '/staff/content/$kind', params: { kind: name.kind }, ignoreBlocker: true });
      }}
      done={document.published ? 'Draft discarded' : 'Draft deleted'}
      invalidates={[]}
      onClose={onClose}
    >
      <Text>
        {document.published
          ? 'What was changed since the last publication is deleted. What is published stays.'
          : 'All that was entered is deleted and cannot be restored.'}
      </Text>
    </ActionDialog>
  );
}

/**
 * The draft that is deleted when the content document is taken off the site. `revision`: its revision number; 0 if
 * there is no draft. `stored`: the draft as the server returned it. Null if there is no draft, or if the editor has
 * saved a newer draft on this page.
 */
type SeenDraft = { revision: number; stored: ContentDraft | null };

/** Says which draft is deleted when its document is taken off the site; null if there is no draft. */
function draftDeletion({ revision, stored }: SeenDraft): string | null {
  if (revision === 0) return null;
  if (!stored) return 'Your draft, which is not published, is deleted too.';
  return `The draft that ${stored.by} saved on ${formatInstant(stored.at)} is not published. It is deleted too.`;
}

function RemoveDialog({ name, draft, document, onDone, onClose }: DialogProps) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<SeenDraft>(() => {
    const revision = draft.revision();
    return { revision, stored: document.draft?.revision === revision ? document.draft : null };
  });
  const { title, button, about, done } = removalOf(name.kind);
  const deletion = draftDeletion(seen);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim().length < 3 ? 'Say why, in a few words' : null) },
  });
  return (
    <ActionDialog
      title={title}
      submit={button}
      isDangerous
      form={form}
      send={async ({ reason }, key) => {
        await apiOf(client)
          .call(removeContent, { params: name, body: { revision: seen.revision, reason } }, { key })
          .catch((error: unknown) => {
            // The draft has changed since the dialog was opened. If there still is one, show who saved it, because
            // confirming the removal again deletes it too.
            if (isRefusal(error, removeContent, 'DRAFT_CHANGED'))
              setSeen({ revision: error.data?.revision ?? 0, stored: error.data });
            return refetchScheduled(client, removeContent, name)(error);
          });
        await onDone();
      }}
      done={done}
      invalidates={[]}
      onClose={onClose}
    >
      <Text>{about}</Text>
      {deletion ? <Text className="anywhere">{deletion}</Text> : null}
      <Textarea label="Reason" withAsterisk {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}
