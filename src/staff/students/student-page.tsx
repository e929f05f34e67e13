import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../contract/counted.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import type { ContactState, RequiredDocument, StudentRecord } from '../../../contract/staff/students.ts';
import { ApiError } from '../../lib/api.ts';
import { addressLine } from '../../lib/format/address-line.ts';
import { academyDay, formatDay, formatDays, formatInstant, formatTotal } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { cancelledBatchText } from '../lists/cancelled-batch-text.ts';
import { Fact, Facts } from '../lists/facts.tsx';
import { BookingDialog } from './booking-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { studentQueries } from './student.queries.ts';
import { NotesSection } from './student-notes.tsx';
import { studentRoute } from './students-feature.ts';

const documentStateNames = { waiting: 'to verify', verified: 'verified', rejected: 'rejected' } as const;
const requiredStateNames = { ...documentStateNames, missing: 'missing' } as const;

function contact(value: string | null, state: ContactState): string {
  return value === null ? 'not given' : `${value} (${state})`;
}

/** Says which versions of the terms the student has accepted, newest first, and which one must still be accepted. */
function termsText({ accepted_terms, terms_to_accept }: StudentRecord): string {
  const accepted = accepted_terms.map(({ version, at }) => `version ${version} on ${formatInstant(at)}`);
  const due = terms_to_accept ? [`version ${terms_to_accept} not yet`] : [];
  return [...due, ...accepted].join('; ') || 'not stored';
}

function Profile({ record, action }: { record: StudentRecord; action: ReactNode }) {
  const { profile, contacts } = record;
  const address = addressLine([
    ...[profile.house_number, profile.street, profile.village, profile.city, profile.district, profile.state],
    profile.pincode,
  ]);
  return (
    <Section title="Profile and contacts" action={action}>
      <Facts>
        <Fact name="Email">{contact(profile.email, contacts.email)}</Fact>
        <Fact name="Mobile">{contact(profile.mobile, contacts.mobile)}</Fact>
        <Fact name="WhatsApp">{contact(profile.whatsapp_number, contacts.whatsapp_number)}</Fact>
        <Fact name="Date of birth">{profile.dob ? formatDay(profile.dob) : 'not given'}</Fact>
        <Fact name="INDOS number">{profile.indos_number ?? 'not given'}</Fact>
        <Fact name="Passport number">{profile.passport_number ?? 'not given'}</Fact>
        <Fact name="Address">{address ?? 'not given'}</Fact>
        <Fact name="Registered">{formatInstant(record.created_at)}</Fact>
        <Fact name="Terms accepted">{termsText(record)}</Fact>
        <Fact name="Password">{record.has_password ? 'set' : 'not set yet'}</Fact>
      </Facts>
    </Section>
  );
}

function List({ items, empty }: { items: ReadonlyArray<{ key: string | number; content: ReactNode }>; empty: string }) {
  if (items.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <Stack component="ul" gap="xs" p={0} style={{ listStyle: 'none' }}>
      {items.map(({ key, content }) => (
        <Text component="li" key={key} className="anywhere" maw="none">
          {content}
        </Text>
      ))}
    </Stack>
  );
}

/**
 * The status of a booking. If the batch was cancelled or the student has not completed the course, says this instead,
 * because the status follows only from the dates.
 */
function bookingStateText({
  status,
  not_completed,
  cancelled,
}: Pick<StudentRecord['bookings'][number], 'status' | 'not_completed' | 'cancelled'>): string {
  if (cancelled) return cancelledBatchText(cancelled);
  return not_completed ? `not completed: ${not_completed}` : status;
}

function Bookings({ record }: { record: StudentRecord }) {
  const items = record.bookings.map(({ id, course_name, start_date, end_date, order_id, ...booking }) => ({
    key: id,
    content: (
      <>
        {course_name}, {formatDays(start_date, end_date)} ({bookingStateText(booking)}, order{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/staff/orders/$id" params={{ id: order_id }} {...props} />}
        >
          {order_id}
        </Anchor>
        )
      </>
    ),
  }));
  return (
    <Section title="Bookings">
      <List items={items} empty="No bookings." />
    </Section>
  );
}

/** Says when a document expires or has expired, with a comma before it; empty if the document does not expire. */
function expiryText(day: string | null, today: string): string {
  if (day === null) return '';
  return day < today ? `, expired on ${formatDay(day)}` : `, expires on ${formatDay(day)}`;
}

function requiredText({ state, expires_on }: RequiredDocument, today: string): string {
  if (state !== 'expired') return `${requiredStateNames[state]}${expiryText(expires_on, today)}`;
  if (expires_on === null || expires_on < today) return `expired${expires_on ? ` on ${formatDay(expires_on)}` : ''}`;
  return `expires on ${formatDay(expires_on)}, before the course ends`;
}

type Required = NonNullable<StudentRecord['required_documents']>;

/** The documents that the booked courses require. Documents that the student still lacks are in bold. */
function RequiredDocuments({ required, today }: { required: Required; today: string }) {
  if (required.length === 0)
    return <Text c="dimmed">No current or coming course of this student requires documents that can be checked.</Text>;
  return required.map(({ course_name, start_date, end_date, documents }) => (
    <Stack key={`${course_name} ${start_date}`} gap="xs">
      <Title order={3} size="h5" className="anywhere">
        Required for {course_name}, {formatDays(start_date, end_date)}
      </Title>
      <List
        empty=""
        items={documents.map((document) => ({
          key: document.name,
          content: (
            <>
              {document.name}:{' '}
              <Text span fw={document.state === 'verified' ? undefined : 600}>
                {requiredText(document, today)}
              </Text>
            </>
          ),
        }))}
      />
    </Stack>
  ));
}

type DocumentsProps = { documents: NonNullable<StudentRecord['documents']>; required: Required };

function Documents({ documents, required }: DocumentsProps) {
  const today = academyDay();
  const items = documents.map(({ id, document_name, state, expires_on }) => ({
    key: id,
    content: (
      <>
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/staff/documents" search={{ state, id }} {...props} />}
        >
          {document_name}
        </Anchor>{' '}
        ({documentStateNames[state]}
        {expiryText(expires_on, today)})
      </>
    ),
  }));
  return (
    <Section title="Documents">
      <RequiredDocuments {...{ required, today }} />
      <Title order={3} size="h5">
        Stored documents
      </Title>
      <List items={items} empty="No documents." />
    </Section>
  );
}

function Money({ record, action }: { record: StudentRecord; action: ReactNode }) {
  const { payments, wallet } = record;
  return (
    <Section title="Payments and wallet" action={action}>
      <Facts>
        <Fact name="Paid">
          {formatTotal(payments.paid)} in {counted(payments.attempts, 'payment attempt')}
        </Fact>
        <Fact name="Refunded">{formatTotal(payments.refunded)}</Fact>
        <Fact name="Refunds due">{formatTotal(payments.refunds_due)}</Fact>
        <Fact name="Wallet">{formatTotal(wallet.balance)}</Fact>
      </Facts>
      <List
        empty="No wallet entries."
        items={wallet.recentTransaction.map(({ id, created_at, description, amount, type, status }) => ({
          key: id,
          content: `${formatInstant(created_at)}: ${type === 'credit' ? '+' : '−'}${formatTotal(amount)}, ${description}${status === 'completed' ? '' : ` (${status})`}`,
        }))}
      />
    </Section>
  );
}

function Enquiries({ enquiries }: { enquiries: NonNullable<StudentRecord['enquiries']> }) {
  const items = enquiries.map(({ id, reference, at, is_open }) => ({
    key: id,
    content: (
      <>
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/staff/enquiries/$id" params={{ id }} {...props} />}
        >
          {reference}
        </Anchor>
        , {formatInstant(at)} ({is_open ? 'open' : 'done'})
      </>
    ),
  }));
  return (
    <Section title="Enquiries">
      <List items={items} empty="No enquiries." />
    </Section>
  );
}

function Content({ record }: { record: StudentRecord }) {
  const { staff } = studentRoute.useRouteContext();
  const [open, setOpen] = useState<'profile' | 'booking' | 'credit' | null>(null);
  const close = () => setOpen(null);
  const { profile, documents, required_documents: required, enquiries, allowed_booking, dues } = record;
  const mayManage = mayDo(staff.role, 'students.manage');
  const opener = (name: NonNullable<typeof open>, label: string) => (
    <Button variant="outline" onClick={() => setOpen(name)}>
      {label}
    </Button>
  );
  return (
    <Stack gap="md">
      {allowed_booking ? null : (
        <Notice tone="error" title="This student may not book.">
          The cart asks the student to contact admissions.
        </Notice>
      )}
      {dues.map(({ order_id, amount, text }) => (
        <Notice key={`${order_id} ${text}`} title={`${formatTotal(amount)} are due at the office for ${text}.`}>
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/staff/orders/$id" params={{ id: order_id }} {...props} />}
          >
            Order {order_id}
          </Anchor>
        </Notice>
      ))}
      <Profile record={record} action={mayManage ? opener('profile', 'Change profile') : null} />
      {documents && required ? <Documents {...{ documents, required }} /> : null}
      <Bookings record={record} />
      <Money record={record} action={mayDo(staff.role, 'wallet.manage') ? opener('credit', 'Add money') : null} />
      {mayManage ? (
        <Section
          title="Permission to book"
          action={opener('booking', allowed_booking ? 'Forbid booking' : 'Allow booking')}
        >
          <Text>{allowed_booking ? 'The student may book online.' : 'The student may not book online.'}</Text>
        </Section>
      ) : null}
      {enquiries ? <Enquiries enquiries={enquiries} /> : null}
      <Section title="Internal notes">
        <NotesSection studentId={profile.id} notes={record.notes} mayAdd={mayManage} />
      </Section>
      {open === 'profile' ? <ProfileDialog profile={profile} onClose={close} /> : null}
      {open === 'booking' ? <BookingDialog studentId={profile.id} isAllowed={allowed_booking} onClose={close} /> : null}
      {open === 'credit' ? <CreditDialog studentId={profile.id} onClose={close} /> : null}
    </Stack>
  );
}

/** The page with everything that the staff member may see about one student. */
export function StudentPage() {
  const { id } = studentRoute.useParams();
  const { data: record, error, isFetching, refetch } = useQuery(studentQueries.one(id));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <StaffPage
      title={record ? `${record.profile.first_name} ${record.profile.last_name}` : 'Student'}
      actions={
        <Anchor underline="always" renderRoot={(props) => <Link to="/staff/students" {...props} />}>
          All students
        </Anchor>
      }
    >
      {record ? <Content key={id} record={record} /> : null}
      {isUnknown ? <Notice title="There is no such student." /> : null}
      {error && !record && !isUnknown ? (
        <ErrorState message="The student could not be loaded." onRetry={refetch} isRetrying={isFetching} />
      ) : null}
      {!record && !error ? <Skeleton height="16rem" role="status" aria-label="The student is loading" /> : null}
    </StaffPage>
  );
}
