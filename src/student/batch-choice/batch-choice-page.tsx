import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type BatchChoice, makeBatchChoice, readBatchChoice } from '../../../contract/batch-choice.ts';
import { paths } from '../../../contract/pages.ts';
import { formatDays, formatDeadline, formatTotal } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import classes from './batch-choice.module.css';
import { batchChoiceMutations, batchChoiceQueries, type Decision } from './batch-choice.queries.ts';

const daysOf = ({ start_date, end_date }: { start_date: string; end_date: string }) => formatDays(start_date, end_date);

function Outcome({ choice }: { choice: BatchChoice }) {
  const { chosen, chosen_batch, after } = choice;
  const dates = chosen === 'transferred' ? chosen_batch : after;
  if (chosen === 'refunded')
    return (
      <Notice tone="success" role="status" title="You have chosen a refund">
        The amount goes back the way you paid. This takes a few working days.
      </Notice>
    );
  if (chosen === 'office')
    return (
      <Notice role="status" title="Our office will contact you">
        We settle this booking together with you.
      </Notice>
    );
  return (
    <Notice
      tone="success"
      role="status"
      title={dates ? `Your seat is booked: ${daysOf(dates)}` : 'Your seat is booked'}
    >
      My Courses shows your dates. We have also emailed you if you changed the batch.
    </Notice>
  );
}

/** Converts the value of the chosen radio button to a decision. */
const toDecision = (value: string): Decision =>
  value === 'accept' || value === 'refund'
    ? { choice: value }
    : { choice: 'transfer', batch_id: Number(value.replace('batch-', '')) };

function refundText({ refund, course_name }: BatchChoice): string {
  if (!refund) return '';
  const what =
    refund.package_name === null ? course_name : `the whole package ${refund.package_name}, with all its courses`;
  return `${formatTotal(refund.amount)} for ${what}`;
}

type OptionProps = { value: string; label: string; detail?: string; picked: string; onPick: (value: string) => void };

function Option({ value, label, detail, picked, onPick }: OptionProps) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <input
        type="radio"
        name="choice"
        id={id}
        value={value}
        checked={picked === value}
        onChange={() => onPick(value)}
        aria-describedby={detail ? `${id}-detail` : undefined}
      />
      <div className="stack shrink">
        <label htmlFor={id}>{label}</label>
        {detail ? (
          <span id={`${id}-detail`} className="soft small">
            {detail}
          </span>
        ) : null}
      </div>
    </div>
  );
}

type ChoiceFormProps = { choice: BatchChoice; token: string; onOutdated: () => void };

function ChoiceForm({ choice, token, onOutdated }: ChoiceFormProps) {
  const { after, batches, refund, choose_until, kind } = choice;
  const [selected, setSelected] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const choosing = useMutation({
    ...batchChoiceMutations.choose(token, key),
    onError(error) {
      setConfirming(false);
      setKey(crypto.randomUUID());
      if (isRefusal(error, makeBatchChoice, 'BATCH_NOT_FREE', 'ALREADY_CHOSEN', 'CHOICE_NOT_OFFERED')) onOutdated();
    },
  });
  const options = [
    ...(after ? ['accept'] : []),
    ...batches.map(({ id }) => `batch-${id}`),
    ...(refund ? ['refund'] : []),
  ];
  // Clear the selection if the selected batch has become full, because it is no longer an option.
  const value = options.includes(selected) ? selected : '';
  const picked = { picked: value, onPick: setSelected };
  const save = () => choosing.mutate(toDecision(value));
  const otherwise = kind === 'cancel' ? 'we refund what you paid' : 'your seat on the new dates stays booked';
  const message = isRefusal(choosing.error, makeBatchChoice, 'BATCH_NOT_FREE', 'ALREADY_CHOSEN', 'CHOICE_NOT_OFFERED')
    ? choosing.error.message
    : 'Your choice could not be saved. Please try again.';
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (value === 'refund') setConfirming(true);
        else save();
      }}
    >
      {choosing.isError ? <Notice tone="error" role="alert" title={message} /> : null}
      <fieldset className={classes.choices}>
        <legend className="strong">What would you like?</legend>
        {after ? <Option {...picked} value="accept" label={`Keep my seat on the new dates: ${daysOf(after)}`} /> : null}
        {batches.map((batch) => (
          <Option
            key={batch.id}
            {...picked}
            value={`batch-${batch.id}`}
            label={`Another batch: ${daysOf(batch)}`}
            detail={batch.available === 1 ? '1 seat free' : `${batch.available} seats free`}
          />
        ))}
        {refund ? <Option {...picked} value="refund" label="A refund" detail={refundText(choice)} /> : null}
      </fieldset>
      {batches.length === 0 ? <p className="soft">No other batch of this course has free seats now.</p> : null}
      {refund ? null : <p className="soft">For a refund of this package, please call our office.</p>}
      <p className="soft">
        You can choose once, until {formatDeadline(choose_until)}. If you do not choose, {otherwise}.
      </p>
      <ActionButton
        type="submit"
        loading={choosing.isPending}
        disabled={value === ''}
        aria-describedby={value === '' ? 'choice-hint' : undefined}
      >
        Confirm my choice
      </ActionButton>
      {value === '' ? (
        <p id="choice-hint" className="soft small">
          Choose one of the options to confirm it.
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Cancel this booking?"
        confirm="Refund my booking"
        cancel="Back"
        isBusy={choosing.isPending}
        onConfirm={save}
        onClose={() => setConfirming(false)}
      >
        <p>You give up your seat and get {refundText(choice)}. This cannot be undone.</p>
      </ConfirmDialog>
    </form>
  );
}

function Frame({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <Page>
      <PageTitle lead={lead}>Your booking</PageTitle>
      <div className="panel p-5 rounded stack gap-4">{children}</div>
    </Page>
  );
}

/**
 * The page on which a student chooses what happens after a batch was moved or cancelled. The link in the email to the
 * student opens it. The page needs no sign-in.
 */
export function BatchChoicePage({ token }: { token: string }) {
  const client = useQueryClient();
  const { data: choice, error, refetch, isFetching } = useQuery(batchChoiceQueries.one(token));
  const outcomeRef = useFocusAfterRemoval(choice && !choice.chosen ? 1 : 0);
  if (!choice) {
    if (token === '' || isRefusal(error, readBatchChoice, 'LINK_INVALID', 'INVALID_REQUEST'))
      return (
        <Frame>
          <Notice tone="error" title="This link no longer works">
            <p>
              It has expired, or a newer email has replaced it. Your booking is in{' '}
              <a href={`${paths.profile}?tab=courses`}>My Courses</a>.
            </p>
          </Notice>
        </Frame>
      );
    return (
      <Frame>
        {error ? (
          <LoadFailed
            message="Your booking could not be loaded."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <SkeletonGroup label="Loading your booking" className="stack gap-3">
            <Skeleton height="1.5rem" />
            <Skeleton height="6rem" />
          </SkeletonGroup>
        )}
      </Frame>
    );
  }
  const { kind, course_name, before, after, order_id, chosen } = choice;
  const what =
    kind === 'cancel'
      ? `${course_name} on ${daysOf(before)} will not take place. We are sorry.`
      : `${course_name} has new dates: ${after ? daysOf(after) : ''} instead of ${daysOf(before)}.`;
  return (
    <Frame lead={`Order ${order_id}`}>
      <p className="strong anywhere">{what}</p>
      {chosen ? (
        <div ref={outcomeRef} tabIndex={-1} className="no-outline">
          <Outcome choice={choice} />
        </div>
      ) : (
        <ChoiceForm
          choice={choice}
          token={token}
          onOutdated={() => void client.invalidateQueries(batchChoiceQueries.one(token))}
        />
      )}
    </Frame>
  );
}
