import { Anchor, Badge, Button, Group, NativeSelect, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Enquiry,
  type EnquiryEntry,
  type EnquiryState,
  enquiryStateNames,
  enquiryStates,
} from '../../../contract/staff/enquiries.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { ApiError } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import lists from '../lists/lists.module.css';
import { enquiriesRoute, enquiryRoute } from './enquiries-feature.ts';
import { enquiryMutations, enquiryQueries } from './enquiry.queries.ts';
import { NoteForm, ReplyForm } from './enquiry-forms.tsx';
import { enquiryTitle, senderName, stateColours } from './enquiry-texts.ts';

const deliveryTexts = { waiting: 'being sent', sent: 'sent', failed: 'could not be delivered' } as const;

function Entry({ entry }: { entry: EnquiryEntry }) {
  const isNote = entry.kind === 'note';
  return (
    <Paper component="article" withBorder p="sm" bg={isNote ? 'var(--tint)' : undefined}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {isNote ? 'Internal note' : 'Reply'} by {entry.author}
        </Text>
        <Text size="sm" c={entry.delivery === 'failed' ? 'red' : 'dimmed'}>
          {formatInstant(entry.at)}
          {entry.delivery ? `, ${deliveryTexts[entry.delivery]}` : ''}
        </Text>
      </Group>
      <Text className={lists.text}>{entry.text}</Text>
    </Paper>
  );
}

function Sender({ enquiry }: { enquiry: Enquiry }) {
  if (enquiry.is_anonymous)
    return (
      <Notice title="Anonymous grievance">
        Nobody can see who sent it, and no reply is possible. Work on it with notes, then close it.
      </Notice>
    );
  const { name, email, phone, student } = enquiry;
  return (
    <Facts>
      <Fact name="Name">{name ?? 'not given'}</Fact>
      <Fact name="Email">{email ? <a href={`mailto:${email}`}>{email}</a> : 'not given'}</Fact>
      <Fact name="Phone">{phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : 'not given'}</Fact>
      <Fact name="Student">
        {student ? (
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/staff/students/$id" params={{ id: student.id }} {...props} />}
          >
            {student.name}
          </Anchor>
        ) : (
          'was not signed in'
        )}
      </Fact>
    </Facts>
  );
}

/** Shows and changes the state of an enquiry and the staff member to whom it is assigned. */
function Handling({ enquiry }: { enquiry: Enquiry }) {
  const { staff } = enquiryRoute.useRouteContext();
  const assignees = useQuery(enquiryQueries.assignees());
  const changing = useMutation(enquiryMutations.change(useQueryClient(), enquiry));
  const { assigned_to } = enquiry;
  const assignable = assignees.data ?? [];
  // The list lacks colleagues who have left or have another role. Without an option of their own, the field would say
  // 'Nobody'.
  const isListed = assignable.some(({ id }) => id === assigned_to?.id);
  const known = assigned_to && !isListed ? [...assignable, assigned_to] : assignable;
  const isMine = assigned_to?.id === staff.id;
  return (
    <Stack gap="xs">
      {changing.error ? <Notice tone="error" role="alert" title={failureMessage(changing.error)} /> : null}
      <Group align="end">
        <NativeSelect
          label="State"
          value={enquiry.state}
          disabled={changing.isPending}
          data={enquiryStates.map((value) => ({ value, label: enquiryStateNames[value] }))}
          onChange={(event) => changing.mutate({ state: event.currentTarget.value as EnquiryState })}
        />
        <NativeSelect
          label="Assigned to"
          value={assigned_to?.id ?? ''}
          disabled={changing.isPending}
          data={[{ value: '', label: 'Nobody' }, ...known.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => changing.mutate({ assigned_to: event.currentTarget.value || null })}
        />
        {isMine || !assignable.some(({ id }) => id === staff.id) ? null : (
          <Button
            variant="outline"
            loading={changing.isPending}
            onClick={() => changing.mutate({ assigned_to: staff.id })}
          >
            Assign to me
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Content({ enquiry }: { enquiry: Enquiry }) {
  const { staff } = enquiryRoute.useRouteContext();
  const mayAnswer = mayDo(staff.role, 'enquiries.manage');
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge variant="light" color={stateColours[enquiry.state]}>
          {enquiryStateNames[enquiry.state]}
        </Badge>
        <Text size="sm">
          {enquiry.reference} · {formatInstant(enquiry.at)}
        </Text>
      </Group>
      {mayAnswer ? <Handling enquiry={enquiry} /> : null}
      <Sender enquiry={enquiry} />
      <Paper component="article" withBorder p="sm" aria-label="What was sent">
        <Text className={lists.text}>{enquiry.text}</Text>
      </Paper>
      {enquiry.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {mayAnswer && !enquiry.is_anonymous ? <ReplyForm enquiry={enquiry} /> : null}
      {mayAnswer ? <NoteForm id={enquiry.id} /> : null}
    </Stack>
  );
}

/** One enquiry or grievance with its replies and notes. */
export function EnquiryPage() {
  const { id } = enquiryRoute.useParams();
  const { data: enquiry, error, isFetching, refetch } = useQuery(enquiryQueries.one(id));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <StaffPage
      title={enquiry ? `${enquiryTitle(enquiry)} from ${senderName(enquiry)}` : 'Enquiry'}
      actions={
        <Anchor underline="always" renderRoot={(props) => <Link to={enquiriesRoute.to} {...props} />}>
          All enquiries
        </Anchor>
      }
    >
      {enquiry ? <Content key={id} enquiry={enquiry} /> : null}
      {isUnknown ? <Notice title="There is no such enquiry." /> : null}
      {error && !enquiry && !isUnknown ? (
        <ErrorState message="The enquiry could not be loaded." onRetry={refetch} isRetrying={isFetching} />
      ) : null}
      {!enquiry && !error ? <Skeleton height="16rem" role="status" aria-label="The enquiry is loading" /> : null}
    </StaffPage>
  );
}
