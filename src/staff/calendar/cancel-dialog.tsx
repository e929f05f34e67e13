import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { counted } from '../../../contract/counted.ts';
import type { BatchCancellation } from '../../../contract/staff/batch-changes.ts';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';
import { reasonSchema } from '../../../contract/staff/staff-endpoint.ts';
import { isOfflineError } from '../../lib/api.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { FormModal } from '../forms/form-dialog.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { KnownLink } from '../frame/known-link.tsx';
import { calendarMutations, calendarQueries } from './calendar.queries.ts';

const schema = z.object({ reason: reasonSchema });

/** The names and refunds of the first booked students, and a link to the list of all students. */
function Students({ id, affected }: { id: number; affected: BatchCancellation }) {
  const { students, booked } = affected;
  const more = booked - students.length;
  return (
    <Stack component="ul" gap={2} m={0} pl="md" aria-label="Booked students">
      {students.map(({ order_id, name, email, refund }) => (
        <Text component="li" size="sm" key={order_id} className="anywhere">
          {name}, {refund === null ? 'the office agrees on a refund' : formatTotal(refund)}
          {email === null ? ', no email address' : ''}
        </Text>
      ))}
      {more > 0 ? (
        <Text component="li" size="sm">
          and {more} more:{' '}
          <KnownLink to={`/staff/rosters/${id}`} opensTab>
            the roster lists all of them
          </KnownLink>
        </Text>
      ) : null}
    </Stack>
  );
}

function Consequences({ id, affected }: { id: number; affected: BatchCancellation }) {
  const { booked, paying, office, without_email, in_package, for_office, refund, email_subject, waiting } = affected;
  return (
    <>
      <Text>
        {booked} booked, {paying} paying now, {office} kept for the office.
      </Text>
      {booked > 0 ? (
        <>
          <Students {...{ id, affected }} />
          <Text>
            Refunds: <b>{formatTotal(refund)}</b> in total if nobody takes another batch. Whoever takes one keeps the
            booking and is not refunded.
          </Text>
          <Text className="anywhere">
            {counted(booked - without_email, 'email')}: “{email_subject}”. A link in it lets the student choose within 7
            days; who does not choose is refunded in full. Another email confirms each choice and each refund.
          </Text>
        </>
      ) : null}
      {paying > 0 ? <Text>A payment that still arrives is refunded, with an email that says so.</Text> : null}
      {without_email > 0 ? (
        <Text fw={600}>{counted(without_email, 'student')} without an email address: please call them.</Text>
      ) : null}
      {in_package > 0 ? <Text>{in_package} booked it in a package, which is refunded as a whole.</Text> : null}
      {for_office > 0 ? (
        <Text fw={600}>
          {for_office} in a package that has begun: agree on a refund with them. It is not in the total.
        </Text>
      ) : null}
      {waiting > 0 ? <Text>The waiting list of {waiting} ends; each verified email address gets an email.</Text> : null}
      {office > 0 ? <Text>If you have promised a seat that is kept for the office, call that person.</Text> : null}
    </>
  );
}

type CancelDialogProps = {
  batch: Pick<CalendarBatch, 'id' | 'course_name' | 'start_date' | 'end_date'>;
  onClose: () => void;
};

/** Cancels a batch, after showing the affected students and which emails will be sent. */
export function CancelDialog({ batch, onClose }: CancelDialogProps) {
  const { id, course_name, start_date, end_date } = batch;
  const request = useRequestKey();
  const { data: affected, isError, isFetching, refetch } = useQuery(calendarQueries.cancellation(id));
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(schema, { sync: true }) });
  const cancelling = useMutation({
    ...calendarMutations.cancel(id, request.key),
    onSuccess: onClose,
    onError(error) {
      request.onError(error);
      // After a refusal, load the affected students again, because they may have changed. If no response came, the
      // batch may be cancelled already. Then keep the loaded students: staff can repeat the same request, and its
      // response shows whether the batch is cancelled.
      if (!isOfflineError(error)) void refetch();
    },
  });
  const save = form.onSubmit(
    ({ reason }) => affected && cancelling.mutate({ affected: affected.orders, reason }),
    // Remove the error of the previous attempt, because it is outdated.
    () => cancelling.reset(),
  );
  return (
    <FormModal title="Cancel this batch" isBusy={cancelling.isPending} hasChanges={form.isDirty()} onClose={onClose}>
      {(close) => (
        <form onSubmit={save} noValidate>
          <Stack gap="sm">
            {cancelling.isError ? <Notice tone="error" role="alert" title={failureMessage(cancelling.error)} /> : null}
            {isError ? (
              <ErrorState
                message="What the cancellation leads to could not be loaded."
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            ) : null}
            <Text fw={600} className="anywhere">
              {course_name}, {formatDays(start_date, end_date)}
            </Text>
            {affected ? <Consequences id={id} affected={affected} /> : null}
            <Textarea label="Reason" description="For the audit log" required {...form.getInputProps('reason')} />
            <Group>
              <Button type="submit" color="red" disabled={!affected || isFetching} loading={cancelling.isPending}>
                Cancel the batch
              </Button>
              <Button variant="subtle" onClick={close} disabled={cancelling.isPending} data-autofocus>
                Keep the batch
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}
