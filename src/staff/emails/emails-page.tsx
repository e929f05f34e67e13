import { Anchor, Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { type FailedCount, failureCauses, type UndeliveredEmail } from '../../../contract/staff/emails.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { useListKeys } from '../lists/page-keys.ts';
import { SearchField } from '../lists/search-field.tsx';
import { emailQueries, type Resent } from './email.queries.ts';
import { causeTexts } from './email-texts.ts';
import { type EmailFilter, emailsRoute } from './emails-feature.ts';
import { ResendDialog } from './resend-dialog.tsx';

type Opened = { email: UndeliveredEmail } | { failed: FailedCount };

function OrderAndStudent({ order_id, student }: Pick<UndeliveredEmail, 'order_id' | 'student'>) {
  if (!order_id && !student) return null;
  return (
    <Group gap="md">
      {order_id ? (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/staff/orders/$id" params={{ id: order_id }} {...props} />}
        >
          {order_id}
        </Anchor>
      ) : null}
      {student ? (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/staff/students/$id" params={{ id: student.id }} {...props} />}
        >
          {student.name}
        </Anchor>
      ) : null}
    </Group>
  );
}

function timesText({ state, at, tries, next_try_at }: UndeliveredEmail): string {
  const tried = tries === 0 ? 'not tried yet' : tries === 1 ? 'tried once' : `tried ${tries} times`;
  const next = state === 'waiting' && next_try_at ? `, next try ${formatInstant(next_try_at)}` : '';
  return `Written ${formatInstant(at)}, ${tried}${next}`;
}

type EmailRowProps = { email: UndeliveredEmail; onResend: (() => void) | null };

function EmailRow({ email, onResend }: EmailRowProps) {
  const { state, recipient, recipient_name, subject, cause, error, is_expired } = email;
  return (
    <Stack gap={4} className={lists.row} align="start" data-row tabIndex={-1}>
      <Group justify="space-between" gap="xs" w="100%">
        <Text fw={600} className="anywhere">
          {subject}
        </Text>
        <Badge variant="light" color={state === 'failed' ? 'red' : 'orange'}>
          {state === 'failed' ? 'failed' : 'waiting'}
        </Badge>
      </Group>
      <Text size="sm" className="anywhere">
        To {recipient_name ? `${recipient_name}, ` : ''}
        {recipient}
      </Text>
      <OrderAndStudent {...email} />
      <Text size="sm" c="dimmed">
        {timesText(email)}
      </Text>
      {cause ? <Text size="sm">{causeTexts[cause].sentence}</Text> : null}
      {error ? (
        <details>
          <Text component="summary" size="sm">
            Message of the mail server
          </Text>
          <Text size="sm" className="anywhere">
            {error}
          </Text>
        </details>
      ) : null}
      {is_expired ? (
        <Text size="sm">Not sent again: its content, link or offer is out of date.</Text>
      ) : state === 'failed' && onResend ? (
        <Button
          variant="outline"
          size="compact-sm"
          aria-label={`Send again to ${recipient}: ${subject}`}
          onClick={onResend}
        >
          Send again
        </Button>
      ) : null}
    </Stack>
  );
}

/** Why emails could not be delivered: each cause with its number of emails and a button that sends them again. */
function FailedByCause({ failed, onResend }: { failed: FailedCount[]; onResend: ((one: FailedCount) => void) | null }) {
  return (
    <Section title="Why emails failed">
      {failed.map((one) => (
        <Stack key={one.cause} gap={4} align="start">
          <Text fw={600}>
            {causeTexts[one.cause].name}: {counted(one.count, 'email')}
          </Text>
          <Text size="sm">{causeTexts[one.cause].advice}</Text>
          {onResend && one.sendable > 0 ? (
            <Button
              variant="outline"
              size="compact-sm"
              aria-label={`Send all again: ${causeTexts[one.cause].name}`}
              onClick={() => onResend(one)}
            >
              Send all again
            </Button>
          ) : null}
        </Stack>
      ))}
    </Section>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: EmailFilter;
  onChange: (change: Record<string, string | undefined>) => void;
}) {
  return (
    <Group>
      <SearchField
        label="Recipient or subject"
        initial={filter.q ?? ''}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      <NativeSelect
        aria-label="State"
        value={filter.state ?? ''}
        data={[
          { value: '', label: 'Failed and waiting' },
          { value: 'failed', label: 'Failed' },
          { value: 'waiting', label: 'Waiting' },
        ]}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Reason"
        value={filter.cause ?? ''}
        data={[
          { value: '', label: 'All reasons' },
          ...failureCauses.map((cause) => ({ value: cause, label: causeTexts[cause].name })),
        ]}
        onChange={({ currentTarget }) => onChange({ cause: currentTarget.value || undefined })}
      />
    </Group>
  );
}

function resultText({ queued, left }: Resent): string {
  if (queued === 0) return 'Nothing was left to send: somebody else has sent it again.';
  const done = `${counted(queued, 'email')} will be sent again within a minute.`;
  return left > 0
    ? `${done} ${counted(left, 'email')} with the same reason ${left === 1 ? 'is left: send it' : 'are left: send them'} after these.`
    : done;
}

function OpenedDialog({ opened, ...rest }: { opened: Opened; onDone: (result: Resent) => void; onClose: () => void }) {
  if ('failed' in opened) {
    const { cause, sendable } = opened.failed;
    return (
      <ResendDialog
        target={{ cause }}
        title="Send all again"
        submit={`Send ${counted(sendable, 'email')} again`}
        {...rest}
      >
        <Text>
          {counted(sendable, 'email')} with the reason “{causeTexts[cause].name}” will be sent again, each to the same
          address as before. {causeTexts[cause].advice}
        </Text>
      </ResendDialog>
    );
  }
  const { id, recipient, subject, student } = opened.email;
  const current = student?.email;
  return (
    <ResendDialog target={{ id }} title="Send again" submit="Send again" {...rest}>
      <Text className="anywhere">
        “{subject}” will be sent again to {recipient}.
      </Text>
      {current && current.toLowerCase() !== recipient.toLowerCase() ? (
        <Notice title={`The address of ${student.name} is now ${current}. This email still goes to ${recipient}.`} />
      ) : null}
    </ResendDialog>
  );
}

/** The page of emails that could not be delivered. It says why, and lets staff send them again. */
export function EmailsPage() {
  const { staff } = emailsRoute.useRouteContext();
  // The URL may also contain parameters that are not filters, so select the filters for the request.
  const { state, cause, q } = emailsRoute.useSearch();
  const filter = { state, cause, q };
  const navigate = useNavigate();
  const list = useInfiniteQuery(emailQueries.list(filter));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [result, setResult] = useState<Resent | null>(null);
  useListKeys();
  const mayResend = mayDo(staff.role, 'emails.manage');
  const open = (wanted: Opened) => {
    setResult(null);
    setOpened(wanted);
  };
  const failed = list.data?.pages.at(-1)?.failed ?? [];
  return (
    <StaffPage
      title="Undelivered emails"
      actions={
        <Button variant="subtle" loading={list.isRefetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      }
    >
      {result ? (
        <Notice role="status" tone={result.queued > 0 ? 'success' : 'plain'} title={resultText(result)} />
      ) : null}
      {failed.length > 0 ? (
        <FailedByCause failed={failed} onResend={mayResend ? (one) => open({ failed: one }) : null} />
      ) : null}
      <Filters
        filter={filter}
        onChange={(change) =>
          navigate({ to: '/staff/emails', search: { ...filter, ...change } as EmailFilter, replace: true })
        }
      />
      <ListStates
        query={{ ...list, rows: list.data?.pages.flatMap(({ data }) => data) }}
        what="emails"
        empty={
          Object.values(filter).some(Boolean)
            ? { title: 'Nothing matches', text: 'Try fewer words or another reason.' }
            : { title: 'All emails were delivered', text: 'Emails that fail, or wait for over an hour, appear here.' }
        }
      >
        {(found) => (
          <Stack component="ul" gap={0} className={lists.list}>
            {found.map((email) => (
              <li key={email.id}>
                <EmailRow email={email} onResend={mayResend ? () => open({ email }) : null} />
              </li>
            ))}
          </Stack>
        )}
      </ListStates>
      {opened ? (
        <OpenedDialog
          opened={opened}
          onClose={() => setOpened(null)}
          onDone={(done) => {
            setResult(done);
            setOpened(null);
          }}
        />
      ) : null}
    </StaffPage>
  );
}
