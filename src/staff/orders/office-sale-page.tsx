import { Anchor, Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { SaleTerms } from '../../../contract/staff/order-money.ts';
import type { StaffOpenBatch } from '../../../contract/staff/orders.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { ApiError } from '../../lib/api.ts';
import { formatTotal } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { focusIfLost } from '../../ui/page/use-focus-after-removal.ts';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { useFirstMatch } from '../forms/use-first-match.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { downloadLink } from '../session/download.ts';
import { type ChosenStudent, NewStudentDialog } from '../students/new-student-dialog.tsx';
import { studentQueries } from '../students/student.queries.ts';
import { AcceptTerms } from './accept-terms.tsx';
import { batchText, hasSeat, missingOfficeSeat, OfficeSeatField } from './office-seat.tsx';
import { offersKeys, orderMutations, orderQueries } from './order.queries.ts';
import { officeSaleRoute } from './orders-feature.ts';
import { missingPayment, type OfficePaymentInput, PaymentFields, toPayment } from './payment-fields.tsx';

const searchPauseMs = 300;
/** Maximum number of students that the search field suggests. */
const mostStudents = 8;

/** Says whether the student of a sale gets an email about it. */
function confirmationText({ email }: ChosenStudent): string {
  if (email === undefined) return 'A student with an email address gets the confirmation by email.';
  return email === null
    ? 'No email address: no confirmation is sent. Give the student the printed receipt.'
    : `The confirmation goes by email to ${email}.`;
}

type StudentFieldProps = {
  value: ChosenStudent | null;
  onChange: (student: ChosenStudent | null) => void;
  /** Opens the form that creates a student, filled with the search text; null if the role may not create students. */
  onCreate: ((searched: string) => void) | null;
};

/**
 * A field in which staff find a student by name, email address, or phone, INDOS or passport number, or create a new
 * one.
 */
function StudentField({ value, onChange, onCreate }: StudentFieldProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), searchPauseMs);
  const found = useInfiniteQuery({ ...studentQueries.list(q), enabled: q.length > 1 && value === null });
  const students = found.data?.pages.flatMap(({ data }) => data).slice(0, mostStudents) ?? [];
  const choose = ({ id, first_name, last_name, email }: (typeof students)[number]) =>
    onChange({ id, name: `${first_name} ${last_name}`, email });
  const chooseFirst = useFirstMatch(text.trim(), found.isSuccess && q === text.trim(), () => {
    if (students[0]) choose(students[0]);
  });
  if (value)
    return (
      <Stack gap={0}>
        <Group gap="sm">
          <Text className="anywhere">Student: {value.name}</Text>
          <Button ref={focusIfLost} size="compact-sm" variant="outline" onClick={() => onChange(null)}>
            Choose another
          </Button>
        </Group>
        <Text size="sm" className="anywhere">
          {confirmationText(value)}
        </Text>
      </Stack>
    );
  return (
    <Stack gap="xs">
      <TextInput
        ref={focusIfLost}
        type="search"
        label="Student"
        description="Type the start of a name, phone, INDOS or passport number"
        value={text}
        maxLength={200}
        onKeyDown={chooseFirst}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {found.isError ? <Notice tone="error" role="alert" title={failureMessage(found.error)} /> : null}
      {students.map((student) => (
        <Button key={student.id} variant="default" justify="start" onClick={() => choose(student)}>
          {[`${student.first_name} ${student.last_name}`, student.mobile ?? student.email].filter(Boolean).join(', ')}
        </Button>
      ))}
      {found.isSuccess && students.length === 0 ? (
        <Text size="sm">No student matches.{onCreate ? null : ' A registrar can create a student.'}</Text>
      ) : null}
      {onCreate ? (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => onCreate(text)}>
            Not found? Create a student
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

type Offer = {
  type: 'course' | 'package';
  id: number;
  name: string;
  price: number;
  courses: Array<{ course_id: number; course_name: string }>;
};

/** What can be sold: courses that have a batch open for booking, and packages in which every course has one. */
function toOffers(batches: readonly StaffOpenBatch[], packages: ReadonlyArray<Omit<Offer, 'type'>>): Offer[] {
  const courses = [...new Map(batches.map((batch) => [batch.course_id, batch])).values()];
  return [
    ...courses.map(({ course_id: id, course_name: name, price }) => ({
      ...{ type: 'course' as const, id, name, price },
      courses: [{ course_id: id, course_name: name }],
    })),
    ...packages
      .filter((one) => one.courses.every(({ course_id }) => courses.some((course) => course.course_id === course_id)))
      .map((one) => ({ ...one, type: 'package' as const })),
  ];
}

type SaleFormProps = {
  batches: readonly StaffOpenBatch[];
  offers: readonly Offer[];
  terms: SaleTerms;
  onSold: (sale: Sold) => void;
};
type Sold = { order_id: string; receipt_number: string; student: ChosenStudent };

/**
 * The API call that sells a course or package at the office. After a 409 response, loads prices, free seats and booking
 * terms again, because they may have changed.
 */
function useSelling() {
  const { key, onError } = useRequestKey();
  const client = useQueryClient();
  return useMutation({
    ...orderMutations.sell(client, key),
    onError(error) {
      onError(error);
      if (error instanceof ApiError && error.status === 409)
        for (const queryKey of offersKeys) void client.invalidateQueries({ queryKey });
    },
  });
}

type BatchFieldsProps = {
  offer: Offer;
  batches: readonly StaffOpenBatch[];
  chosen: Readonly<Record<number, string | null>>;
  onChange: (chosen: Readonly<Record<number, string | null>>) => void;
};

/** A field for the batch of each course that is sold. */
function BatchFields({ offer, batches, chosen, onChange }: BatchFieldsProps) {
  return offer.courses.map(({ course_id, course_name }) => (
    <Select
      key={course_id}
      label={offer.type === 'package' ? `Batch of ${course_name}` : 'Batch'}
      data={batches
        .filter((one) => one.course_id === course_id)
        .map((one) => ({
          ...{ value: String(one.batch_id), label: batchText(one) },
          disabled: !hasSeat(one),
        }))}
      value={chosen[course_id] ?? null}
      onChange={(value) => onChange({ ...chosen, [course_id]: value })}
    />
  ));
}

function SaleForm({ batches: batchesForAll, offers, terms, onSold }: SaleFormProps) {
  const { staff } = officeSaleRoute.useRouteContext();
  const [student, setStudent] = useState<ChosenStudent | null>(null);
  const { data: batches = batchesForAll } = useQuery(orderQueries.openBatches(student?.id));
  const [searched, setSearched] = useState<string | null>(null);
  const [offerKey, setOfferKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<number, string | null>>>({});
  const [payment, setPayment] = useState<OfficePaymentInput>({ method: 'cash', reference: '' });
  const [isFromOffice, setFromOffice] = useState(false);
  /** The version of the booking terms that the chosen student accepts. */
  const [acceptedTerms, setAcceptedTerms] = useState<string | null>(null);
  const hasAccepted = acceptedTerms === terms.version;
  const chooseStudent = (one: ChosenStudent | null) => {
    setStudent(one);
    setAcceptedTerms(null);
  };
  const [reason, setReason] = useState('');
  const selling = useSelling();
  const keyOf = ({ type, id }: Offer) => `${type} ${id}`;
  const offer = offers.find((one) => keyOf(one) === offerKey) ?? null;
  const picked =
    offer?.courses.flatMap(
      ({ course_id }) => batches.find((one) => String(one.batch_id) === chosen[course_id]) ?? [],
    ) ?? [];
  const isComplete = offer !== null && picked.length === offer.courses.length;
  const hasOfficeSeats = isComplete && picked.every(({ office }) => office > 0);
  const needsOfficeSeat = hasOfficeSeats && picked.some(({ free }) => free < 1);
  const missing = !student
    ? 'Choose the student.'
    : !isComplete
      ? 'Choose what is sold, and a batch for each course.'
      : needsOfficeSeat && !isFromOffice
        ? missingOfficeSeat
        : (missingPayment(payment) ?? (hasAccepted ? null : 'Tick that the student accepts the booking terms.'));
  const sell = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || !student || !offer) return;
    const chosenBatches = picked.map(({ course_id, batch_id }) => ({ course_id, batch_id }));
    const line = { type: offer.type, id: offer.id, batches: chosenBatches };
    const body = {
      ...{ student_id: student.id, line, price: offer.price, payment: toPayment(payment), reason },
      ...{ from_office_seats: hasOfficeSeats && isFromOffice, terms_version: terms.version },
    };
    // Call `onSold` with the student of this sale, even if another student is chosen before the response arrives.
    selling.mutate(body, { onSuccess: ({ data }) => onSold({ ...data, student }) });
  };
  return (
    <>
      <form onSubmit={sell}>
        <Stack gap="md" maw={640}>
          {selling.isError ? <Notice tone="error" role="alert" title={failureMessage(selling.error)} /> : null}
          <StudentField
            value={student}
            onChange={chooseStudent}
            onCreate={mayDo(staff.role, 'students.manage') ? setSearched : null}
          />
          <Select
            label="Course or package"
            data={offers.map((one) => ({ value: keyOf(one), label: `${one.name}, ${formatTotal(one.price)}` }))}
            value={offerKey}
            onChange={(value) => {
              setOfferKey(value);
              setChosen({});
            }}
            searchable
            nothingFoundMessage="Nothing with an open batch"
          />
          {offer ? <BatchFields {...{ offer, batches, chosen }} onChange={setChosen} /> : null}
          {hasOfficeSeats ? <OfficeSeatField value={isFromOffice} onChange={setFromOffice} /> : null}
          <PaymentFields value={payment} onChange={setPayment} />
          <AcceptTerms
            terms={terms}
            isAccepted={hasAccepted}
            onChange={(isAccepted) => setAcceptedTerms(isAccepted ? terms.version : null)}
          />
          <Textarea
            label="Reason"
            description="For the audit log, such as who asked for it"
            value={reason}
            error={fieldErrors(selling.error).reason}
            required
            minLength={3}
            maxLength={500}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {missing === null ? null : <Text size="sm">{missing}</Text>}
          <Group>
            <Button type="submit" loading={selling.isPending} disabled={missing !== null}>
              {offer ? `Sell for ${formatTotal(offer.price)}` : 'Sell'}
            </Button>
          </Group>
        </Stack>
      </form>
      {searched === null ? null : (
        <NewStudentDialog
          searched={searched}
          choose={(name) => `Sell to ${name}`}
          onDone={(created) => {
            chooseStudent(created);
            setSearched(null);
          }}
          onClose={() => setSearched(null)}
        />
      )}
      <LeaveDialog
        title="Leave without selling?"
        hasEntries={() => student !== null || reason !== '' || payment.reference !== ''}
      />
    </>
  );
}

function SoldPanel({ sold, onNext }: { sold: Sold; onNext: () => void }) {
  const client = useQueryClient();
  const { order_id: id, receipt_number, student } = sold;
  return (
    <Paper ref={focusIfLost} tabIndex={-1} withBorder p="md" role="status">
      <Stack gap="md">
        <Text fw={600} className="anywhere">
          Sold. The seat is booked. {confirmationText(student)}
        </Text>
        <Facts>
          <Fact name="Receipt">{receipt_number}</Fact>
          <Fact name="Order">
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/staff/orders/$id" params={{ id }} {...props} />}
            >
              {id}
            </Anchor>
          </Fact>
        </Facts>
        <Group>
          <Button component="a" {...downloadLink(client, `/api/staff/orders/${id}/receipt.pdf`)}>
            Receipt to print (PDF)
          </Button>
          <Button variant="outline" onClick={onNext}>
            Next sale
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The page on which staff sell a course or package at the office and immediately get the receipt of the sale. */
export function OfficeSalePage() {
  const [sold, setSold] = useState<Sold | null>(null);
  const batches = useQuery(orderQueries.openBatches());
  const packages = useQuery(orderQueries.packages);
  const terms = useQuery(orderQueries.terms);
  const isReady = batches.data && packages.data && terms.data;
  const failed = [batches, packages, terms].find(({ isError }) => isError);
  return (
    <StaffPage
      title="Sell at the office"
      actions={
        <Anchor underline="always" renderRoot={(props) => <Link to="/staff/orders" {...props} />}>
          All orders
        </Anchor>
      }
    >
      {sold ? <SoldPanel sold={sold} onNext={() => setSold(null)} /> : null}
      {failed && !isReady ? (
        <ErrorState
          message="The batches could not be loaded."
          onRetry={failed.refetch}
          isRetrying={failed.isFetching}
        />
      ) : null}
      {isReady && !sold ? (
        <SaleForm
          batches={batches.data}
          offers={toOffers(batches.data, packages.data)}
          terms={terms.data}
          onSold={setSold}
        />
      ) : null}
      {!isReady && !failed ? <Text role="status">The batches are loading.</Text> : null}
    </StaffPage>
  );
}
