import {
  Button,
  Checkbox,
  List,
  Loader,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { type checkContentDraft, type DocumentName, publishContent } from '../../../contract/staff/content.ts';
import { apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ChangesList } from './changes-list.tsx';
import { contentQueries, refetchScheduled } from './content.queries.ts';

type Checked = z.output<(typeof checkContentDraft)['answers'][200]>['data'];
type PublishDialogProps = {
  name: DocumentName;
  /** Shows the faults of the draft at their fields in the form. */
  onFaults: (faults: Checked['faults']) => void;
  onPublished: () => void;
  onClose: () => void;
};

/** Shows what publishing a draft changes, and publishes it now or schedules it for a time. */
export function PublishDialog({ name, onFaults, onPublished, onClose }: PublishDialogProps) {
  const check = useQuery(contentQueries.check(name));
  if (check.data && check.data.faults.length === 0 && check.data.changes.length > 0)
    return <PublishForm name={name} checked={check.data} onPublished={onPublished} onClose={onClose} />;
  const faults = check.data?.faults ?? [];
  return (
    <Modal opened onClose={onClose} title="Publish" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        {check.isPending ? <Loader role="status" aria-label="Checking the draft" /> : null}
        {check.isError ? (
          <ErrorState
            message="The draft could not be checked."
            onRetry={() => void check.refetch()}
            isRetrying={check.isFetching}
          />
        ) : null}
        {check.data && faults.length === 0 ? <Text>The draft says the same as what is published.</Text> : null}
        {faults.length > 0 ? (
          <>
            <Notice tone="error" role="alert" title="Please correct these first" />
            <List>
              {faults.map(({ path, label, reason }) => (
                <List.Item key={`${path} ${reason}`}>
                  {label} {reason}
                </List.Item>
              ))}
            </List>
            <Button onClick={() => onFaults(faults)}>Show them in the form</Button>
          </>
        ) : null}
      </Stack>
    </Modal>
  );
}

const takesEffect = (at: string) => `It takes effect on ${formatInstant(at)}`;

function PublishForm({
  name,
  checked,
  onPublished,
  onClose,
}: Omit<PublishDialogProps, 'onFaults'> & { checked: Checked }) {
  const client = useQueryClient();
  const { revision, published, changes, changed_meanwhile, consequences, needs_reason } = checked;
  const { takes_effect_at, may_choose_time, is_accepted } = checked;
  const form = useForm({
    initialValues: { when: 'now', at: '', reason: '', mustAccept: true },
    validate: {
      at: (at, { when }) => (when === 'later' && at === '' ? 'Choose a day and a time' : null),
      reason: (reason) => (needs_reason && reason.trim().length < 3 ? 'Say why, in a few words' : null),
    },
  });
  const isLater = form.values.when === 'later';
  return (
    <ActionDialog
      title="Publish"
      submit={takes_effect_at ? 'Publish on this day' : isLater ? 'Publish at this time' : 'Publish now'}
      form={form}
      send={async ({ when, at, reason, mustAccept }, key) => {
        const publish_at = when === 'later' ? new Date(`${at}:00+05:30`).toISOString() : null;
        const body = {
          ...{ revision, published, publish_at },
          ...(reason.trim() ? { reason } : {}),
          ...(is_accepted ? { must_accept: mustAccept } : {}),
        };
        await apiOf(client)
          .call(publishContent, { params: name, body }, { key })
          .catch(refetchScheduled(client, publishContent, name));
        onPublished();
      }}
      done={takes_effect_at ? takesEffect(takes_effect_at) : isLater ? 'The time is set' : 'Published'}
      invalidates={[]}
      onClose={onClose}
    >
      {changed_meanwhile.length > 0 ? (
        <Notice tone="error" title="This was published after your draft was begun. Your draft replaces it:">
          <ChangesList changes={changed_meanwhile} />
        </Notice>
      ) : null}
      <Text fw={600}>{published === null ? 'This will be new:' : 'This will change:'}</Text>
      <ChangesList changes={changes} />
      {consequences.map((text) => (
        <Notice key={text} title={text} />
      ))}
      {takes_effect_at ? (
        <Notice title={`${takesEffect(takes_effect_at)}. Until then the present text holds.`} />
      ) : null}
      {may_choose_time ? (
        <SegmentedControl
          aria-label="When"
          data={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a time' },
          ]}
          {...form.getInputProps('when')}
        />
      ) : null}
      {isLater ? (
        <TextInput type="datetime-local" label="Day and time" description="India time" {...form.getInputProps('at')} />
      ) : null}
      {is_accepted ? (
        <Checkbox
          label="Students must accept this version again"
          description="A notice asks them to, until they have accepted it. Untick this for corrections that change no meaning, such as spelling mistakes."
          {...form.getInputProps('mustAccept', { type: 'checkbox' })}
        />
      ) : null}
      <Textarea
        label="Reason"
        description={needs_reason ? 'For the audit log' : 'For the history, if you like'}
        withAsterisk={needs_reason}
        {...form.getInputProps('reason')}
      />
    </ActionDialog>
  );
}
