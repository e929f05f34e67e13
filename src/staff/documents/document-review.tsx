import { Anchor, Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { type ReviewedDocument, reviewDocument } from '../../../contract/staff/documents.ts';
import { ApiError } from '../../lib/api.ts';
import { academyDay, formatDay, formatInstant } from '../../lib/format/format.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { failureMessage } from '../forms/form-errors.ts';
import { useIntentKey } from '../forms/intent-key.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { usePageKeys } from '../lists/page-keys.ts';
import { documentQueries, reviewMutation } from './document.queries.ts';
import { DocumentPreview } from './document-preview.tsx';

const commonReasons = [
  'The scan is not legible.',
  'This is a different document from the one named.',
  'The document has expired.',
  'The name differs from your profile.',
] as const;

function DocumentFacts({ document }: { document: ReviewedDocument }) {
  const { student, reviewed_at, reviewer, rejection } = document;
  return (
    <Facts>
      <Fact name="Date of birth">{student.dob ? formatDay(student.dob) : 'not given'}</Fact>
      <Fact name="INDOS number">{student.indos_number ?? 'not given'}</Fact>
      <Fact name="Passport number">{student.passport_number ?? 'not given'}</Fact>
      <Fact name="Uploaded">
        {formatInstant(document.created_at)}, {formatBytes(document.bytes)}
      </Fact>
      {reviewed_at ? (
        <Fact name="Reviewed">
          {formatInstant(reviewed_at)} by {reviewer ?? 'staff'}
        </Fact>
      ) : null}
      {rejection ? <Fact name="Reason">{rejection}</Fact> : null}
    </Facts>
  );
}

type ReviewProps = {
  document: ReviewedDocument;
  canReview: boolean;
  /** Goes back to the queue of documents; null if the queue is shown beside the document. */
  onBack: (() => void) | null;
  onReviewed: () => void;
};

/** Shows one document with its student and a preview, and the form by which staff verify or reject it. */
export function DocumentReview({ document, canReview, onBack, onReviewed }: ReviewProps) {
  return (
    <Stack component="section" gap="md" aria-label={`${document.document_name} of ${document.student.name}`}>
      {onBack ? (
        <Button variant="subtle" onClick={onBack} style={{ alignSelf: 'start' }}>
          Back to the queue
        </Button>
      ) : null}
      <div>
        <Title order={2} size="h3" className="anywhere">
          {document.document_name}
        </Title>
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/staff/students/$id" params={{ id: document.student.id }} {...props} />}
          className="anywhere"
        >
          {document.student.name}
        </Anchor>
      </div>
      <DocumentFacts document={document} />
      {canReview ? <ReviewForm document={document} onReviewed={onReviewed} /> : null}
      <DocumentPreview document={document} />
    </Stack>
  );
}

type RejectionProps = {
  reason: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  isSending: boolean;
  /** Called with the changed reason; null if the document is not to be rejected after all. */
  onChange: (reason: string | null) => void;
  onReject: () => void;
};

/** The form in which staff say why a document is rejected. */
function Rejection({ reason, inputRef, isSending, onChange, onReject }: RejectionProps) {
  return (
    <Stack gap="xs">
      <Textarea
        ref={inputRef}
        label="Why is it rejected?"
        description="The student reads this in the email and in My Documents"
        value={reason}
        maxLength={300}
        autosize
        minRows={2}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
      />
      <Group gap="xs">
        {commonReasons.map((text) => (
          <Button key={text} variant="default" size="xs" onClick={() => onChange(text)}>
            {text}
          </Button>
        ))}
      </Group>
      <Group>
        <Button
          color="red"
          variant="outline"
          loading={isSending}
          disabled={reason.trim().length < 3}
          onClick={onReject}
        >
          Reject and email the student
        </Button>
        <Button variant="subtle" onClick={() => onChange(null)}>
          Cancel
        </Button>
      </Group>
      <LeaveDialog title="Leave without rejecting?" hasEntries={() => reason.trim() !== ''} />
    </Stack>
  );
}

const isRefused = (error: unknown) => error instanceof ApiError && error.failure !== null;
const isDeleted = (error: unknown) => isRefusal(error, reviewDocument, 'NOT_FOUND');
const isChanged = (error: unknown) => isRefusal(error, reviewDocument, 'REVIEWED_MEANWHILE') || isDeleted(error);

function ReviewForm({ document, onReviewed }: Pick<ReviewProps, 'document' | 'onReviewed'>) {
  const client = useQueryClient();
  const { keyOf, renew } = useIntentKey();
  const [entered, setEntered] = useState({ stored: document.expires_on, date: document.expires_on ?? '' });
  // If the student changes the document's expiry date meanwhile, show the new date instead of what was typed here.
  const expiryDate = entered.stored === document.expires_on ? entered.date : (document.expires_on ?? '');
  const setExpiryDate = (date: string) => setEntered({ stored: document.expires_on, date });
  const [reason, setReason] = useState<string | null>(null);
  const reasonInput = useRef<HTMLTextAreaElement>(null);
  const reviewing = useMutation({
    ...reviewMutation(client, document.id, keyOf),
    onError(error) {
      if (!isRefused(error)) return;
      renew();
      if (!isChanged(error)) return;
      const message = isDeleted(error) ? 'The student has deleted this document meanwhile.' : failureMessage(error);
      showToast({ message, tone: 'error' });
      void client.invalidateQueries({ queryKey: documentQueries.root });
    },
    onSuccess({ state, student }) {
      renew();
      const rejected = student.has_email
        ? 'Rejected. The student gets an email.'
        : 'Rejected. The student has no email.';
      const texts = { verified: 'Verified', rejected, waiting: 'Put back into the queue' };
      showToast({ message: texts[state], tone: 'success' });
      onReviewed();
    },
  });
  const { state, expires_on, student } = document;
  const { name, dob, indos_number, passport_number } = student;
  const seen = {
    seen: state,
    seen_expires_on: expires_on,
    seen_student: { name, dob, indos_number, passport_number },
  };
  const isExpired = expiryDate !== '' && expiryDate < academyDay();
  const verify = () => reviewing.mutate({ state: 'verified', ...seen, expires_on: expiryDate || null });
  const startRejecting = () => {
    setReason((before) => before ?? '');
    requestAnimationFrame(() => reasonInput.current?.focus());
  };
  usePageKeys(state === 'waiting' ? { v: () => reviewing.isPending || isExpired || verify(), r: startRejecting } : {});
  const failure =
    reviewing.isError && !isChanged(reviewing.error) ? (
      <Notice tone="error" role="alert" title={failureMessage(reviewing.error)} />
    ) : null;
  if (state !== 'waiting')
    return (
      <Stack gap="xs">
        {failure}
        <Button
          variant="outline"
          loading={reviewing.isPending}
          onClick={() => reviewing.mutate({ state: 'waiting', ...seen })}
          style={{ alignSelf: 'start' }}
        >
          Put back into the queue
        </Button>
      </Stack>
    );
  return (
    <Stack gap="sm">
      {failure}
      <Group align="end">
        <TextInput
          type="date"
          label="Expiry date"
          description="The last day on which it is valid. Leave empty if it does not expire"
          value={expiryDate}
          onChange={(event) => setExpiryDate(event.currentTarget.value)}
        />
        {isExpired ? null : (
          <Button loading={reviewing.isPending} onClick={verify}>
            Verify
          </Button>
        )}
        {reason === null ? (
          <Button variant="outline" color="red" onClick={startRejecting}>
            Reject…
          </Button>
        ) : null}
      </Group>
      {isExpired ? (
        <Notice tone="error" role="status" title={`This document expired on ${formatDay(expiryDate)}.`}>
          It cannot be verified. Reject it, or correct the date if it is wrong.
        </Notice>
      ) : null}
      {reason === null ? null : (
        <Rejection
          {...{ reason, inputRef: reasonInput, isSending: reviewing.isPending }}
          onChange={setReason}
          onReject={() => reviewing.mutate({ state: 'rejected', ...seen, reason })}
        />
      )}
    </Stack>
  );
}
