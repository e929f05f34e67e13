import { type OptionsFilter, Select, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOpenBatch, StaffOrderLine, TransferPreview } from '../../../contract/staff/orders.ts';
import { isOfflineError } from '../../lib/api.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { Fact, Facts } from '../lists/facts.tsx';
import { batchText, hasSeat, missingOfficeSeat, OfficeSeatField } from './office-seat.tsx';
import { orderMutations, orderQueries } from './order.queries.ts';

function Consequences({ preview }: { preview: TransferPreview }) {
  const { from, to, refund, due, email_to } = preview;
  const money =
    refund > 0
      ? `${formatTotal(refund)} will be refunded to the student`
      : due > 0
        ? `${formatTotal(due)} are due at the office`
        : 'No difference';
  return (
    <Facts>
      <Fact name="From">
        {from.course_name}, {formatDays(from.start_date, from.end_date)}
      </Fact>
      <Fact name="To">
        {to.course_name}, {batchText(to)}
      </Fact>
      <Fact name="Price difference">{money}</Fact>
      <Fact name="Email">{email_to ?? 'none, the student has no address'}</Fact>
    </Facts>
  );
}

/**
 * Filters the batches in a field, which are grouped by course. Keeps all batches of a course if the name of the course
 * contains the search text; of other courses, keeps the batches with the text in their labels.
 */
const findBatches: OptionsFilter = ({ options, search }) => {
  const isFound = (text: unknown) => String(text).toLowerCase().includes(search.trim().toLowerCase());
  return options
    .map((option) =>
      'group' in option && !isFound(option.group)
        ? { ...option, items: option.items.filter(({ label }) => isFound(label)) }
        : option,
    )
    .filter((option) => ('group' in option ? option.items.length > 0 : isFound(option.label)));
};

type TransferDialogProps = {
  id: string;
  studentId: string;
  line: StaffOrderLine;
  courseId: number;
  onClose: () => void;
};

/** Transfers a booked course to another batch, after showing the price difference. */
export function TransferDialog({ id, studentId, line, courseId, onClose }: TransferDialogProps) {
  const { key, onError } = useRequestKey();
  const [batchId, setBatchId] = useState<string | null>(null);
  const [isFromOffice, setFromOffice] = useState(false);
  const batches = useQuery(orderQueries.openBatches(studentId));
  const moved = { course_id: courseId, to_batch_id: Number(batchId) };
  const preview = useQuery({ ...orderQueries.transfer(id, moved), enabled: batchId !== null });
  const moving = useMutation({
    ...orderMutations.transfer(useQueryClient(), id, key),
    onSuccess: onClose,
    onError(error) {
      onError(error);
      // After a refusal, load the amounts and the free seats again, because they may have changed.
      if (isOfflineError(error)) return;
      void preview.refetch();
      void batches.refetch();
    },
  });
  const current = line.courses.find(({ course_id }) => course_id === courseId);
  // A course that was booked as part of a package can be moved only to another batch of the same course.
  const offered = (batches.data ?? []).filter(
    (batch) => batch.batch_id !== current?.batch_id && (line.type === 'course' || batch.course_id === courseId),
  );
  const own = offered.filter((batch) => batch.course_id === courseId);
  const others = [
    ...Map.groupBy(
      offered.filter((batch) => batch.course_id !== courseId),
      ({ course_name }) => course_name,
    ),
  ];
  const toOption = (batch: StaffOpenBatch) => ({
    value: String(batch.batch_id),
    label: batchText(batch),
    disabled: !hasSeat(batch),
  });
  const groups = [
    ...(own.length > 0 ? [{ group: 'The same course', items: own.map(toOption) }] : []),
    ...others.map(([group, found]) => ({ group, items: found.map(toOption) })),
  ];
  const chosen = offered.find((batch) => String(batch.batch_id) === batchId);
  const missing =
    batchId === null
      ? 'Choose the new batch.'
      : chosen && chosen.free < 1 && !isFromOffice
        ? missingOfficeSeat
        : preview.data && !preview.isFetching
          ? null
          : 'The difference is not known yet.';
  return (
    <ReasonDialog
      title={`Move ${current?.course_name ?? line.name}`}
      size="lg"
      submit="Move booking"
      cancel="Close without change"
      {...{ missing, onClose }}
      hasChanges={batchId !== null}
      change={moving}
      onSubmit={(reason) => {
        if (!preview.data) return;
        const { refund, due } = preview.data;
        const from_office_seat = isFromOffice && chosen !== undefined && chosen.office > 0;
        moving.mutate({ ...moved, refund, due, from_office_seat, reason });
      }}
    >
      <Text>
        Now: {current ? `${current.course_name}, ${formatDays(current.start_date, current.end_date)}` : line.name}
      </Text>
      <Select
        label="New batch"
        placeholder={batches.isPending ? 'Loading' : 'Choose a batch'}
        data={groups}
        value={batchId}
        onChange={(value) => {
          setBatchId(value);
          setFromOffice(false);
        }}
        searchable
        filter={findBatches}
        nothingFoundMessage="No open batch"
        error={batches.isError ? 'The batches could not be loaded.' : undefined}
        data-autofocus
      />
      {chosen && chosen.office > 0 ? <OfficeSeatField value={isFromOffice} onChange={setFromOffice} /> : null}
      {preview.isError ? <Notice tone="error" role="alert" title={failureMessage(preview.error)} /> : null}
      {preview.data ? <Consequences preview={preview.data} /> : null}
    </ReasonDialog>
  );
}
