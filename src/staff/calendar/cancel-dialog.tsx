import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { cancelStaffBatch } from '../../../contract/staff/batch-runs.ts';
import { reasonSchema } from '../../../contract/staff/staff-endpoint.ts';
import { apiOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { calendarKey, calendarQueries } from './calendar.queries.ts';

const schema = z.object({ reason: reasonSchema });

/** Cancels a batch, after showing the affected students and which emails will be sent. */
export function CancelDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { data: affected, isError, isFetching, refetch } = useQuery(calendarQueries.affected(id));
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(schema, { sync: true }) });
  const cancelling = useMutation({
    mutationFn: (body: { affected: number; reason: string }) =>
      apiOf(client).call(cancelStaffBatch, { params: { id }, body }, { key }),
    meta: { awaits: [calendarKey], successToast: 'Batch cancelled' },
    onSuccess: onClose,
    onError() {
      // The corrected form is a new call, so it needs a new key. Reload the affected students, who may have changed.
      setKey(crypto.randomUUID());
      void refetch();
    },
  });
  const total = affected ? affected.booked + affected.paying : 0;
  return (
    <Modal opened onClose={onClose} title="Cancel this batch" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit(({ reason }) => cancelling.mutate({ affected: total, reason }))} noValidate>
        <Stack gap="sm">
          {cancelling.isError ? <Notice tone="error" role="alert" title={failureMessage(cancelling.error)} /> : null}
          {isError ? (
            <ErrorState
              message="The students could not be counted."
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          ) : null}
          {affected ? (
            <>
              <Text>
                {affected.booked} booked, {affected.paying} paying now, {affected.office} sold at the office.
              </Text>
              <Text>
                {affected.booked - affected.without_email} students get an email with a link, by which they choose
                another batch or a refund within 7 days. Who does not choose is refunded in full.
              </Text>
              {affected.without_email > 0 ? (
                <Text fw={600}>{affected.without_email} have no email address. Please call them.</Text>
              ) : null}
              {affected.in_package > 0 ? (
                <Text>{affected.in_package} booked it in a package, which is refunded as a whole.</Text>
              ) : null}
              {affected.office > 0 ? <Text>Tell those who bought at the office yourself.</Text> : null}
            </>
          ) : null}
          <Textarea label="Reason" description="For the audit log" required {...form.getInputProps('reason')} />
          <Group>
            <Button type="submit" color="red" disabled={!affected || isFetching} loading={cancelling.isPending}>
              Cancel the batch
            </Button>
            <Button variant="subtle" onClick={onClose} data-autofocus>
              Keep the batch
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
