import { Anchor, Badge, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { enquiryStateFilters, enquiryStateNames, type ListedEnquiry } from '../../../contract/staff/enquiries.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { useListKeys } from '../lists/page-keys.ts';
import { SearchField } from '../lists/search-field.tsx';
import { type EnquiryFilter, enquiriesRoute } from './enquiries-feature.ts';
import { enquiryQueries } from './enquiry.queries.ts';
import { enquiryTitle, senderName, stateColours } from './enquiry-texts.ts';

// Without memo, 'Show more' below a thousand rows would render all of them again.
const Row = memo(function Row({ enquiry }: { enquiry: ListedEnquiry }) {
  return (
    <Link to="/staff/enquiries/$id" params={{ id: enquiry.id }} className={lists.row} data-row>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {senderName(enquiry)}
        </Text>
        <Badge variant="light" color={stateColours[enquiry.state]}>
          {enquiryStateNames[enquiry.state]}
        </Badge>
      </Group>
      <Text size="sm">
        {enquiryTitle(enquiry)} · {enquiry.reference} · {formatInstant(enquiry.at)}
        {enquiry.assigned_to ? ` · ${enquiry.assigned_to.name}` : ''}
      </Text>
      <Text size="sm" c="dimmed" className="anywhere">
        {enquiry.excerpt}
      </Text>
    </Link>
  );
});

const options = (all: string, choices: ReadonlyArray<readonly [string, string]>) => [
  { value: '', label: all },
  ...choices.map(([value, label]) => ({ value, label })),
];

function Filters({ filter, onChange }: { filter: EnquiryFilter; onChange: (change: EnquiryFilter) => void }) {
  const choose = (name: 'state' | 'kind' | 'assigned') => (event: { currentTarget: HTMLSelectElement }) =>
    onChange({ [name]: event.currentTarget.value || undefined });
  return (
    <Group>
      <SearchField
        label="Text, name, email or reference"
        initial={filter.q ?? ''}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      <NativeSelect
        aria-label="State"
        value={filter.state ?? ''}
        data={options(
          'All states',
          enquiryStateFilters.map((state) => [state, state === 'open' ? 'Not answered' : enquiryStateNames[state]]),
        )}
        onChange={choose('state')}
      />
      <NativeSelect
        aria-label="Kind"
        value={filter.kind ?? ''}
        data={options('Enquiries and grievances', [
          ['contact', 'Enquiries'],
          ['grievance', 'Grievances'],
        ])}
        onChange={choose('kind')}
      />
      <NativeSelect
        aria-label="Assigned to"
        value={filter.assigned ?? ''}
        data={options('Assigned to anybody', [
          ['me', 'Assigned to me'],
          ['nobody', 'Assigned to nobody'],
        ])}
        onChange={choose('assigned')}
      />
    </Group>
  );
}

/** The kinds of enquiries, in the plural, as the filter shows them. */
const kindNames = { contact: 'enquiries', grievance: 'grievances' } as const;

/** What the inbox says if there is nothing to list. */
function emptyInbox({ state, kind, assigned, q }: EnquiryFilter) {
  const what = kind ? kindNames[kind] : 'enquiries and grievances';
  if (state === 'open' && !assigned && !q)
    return {
      title: `All ${what} are answered`,
      action: (
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/staff/enquiries" search={{ kind }} replace {...props} />}
        >
          Show all {what}
        </Anchor>
      ),
    };
  if (state || kind || assigned || q) return { title: 'Nothing matches', text: 'Try fewer words or another state.' };
  return { title: 'No enquiries yet', text: 'What visitors send by the contact and grievance forms appears here.' };
}

/** The inbox of enquiries and grievances. */
export function EnquiriesPage() {
  // The URL may also contain parameters that are not filters, so select the filters for the request.
  const { state, kind, assigned, q } = enquiriesRoute.useSearch();
  const filter = { state, kind, assigned, q };
  const navigate = useNavigate();
  const list = useInfiniteQuery(enquiryQueries.list(filter));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const open = list.data?.pages.at(-1)?.open;
  useListKeys();
  return (
    <StaffPage
      title="Enquiries and grievances"
      actions={
        <>
          {open ? (
            <Text size="sm">
              {open.received} new, {open.in_work} in progress
            </Text>
          ) : null}
          <Anchor underline="always" renderRoot={(props) => <Link to="/staff/enquiries/templates" {...props} />}>
            Templates
          </Anchor>
        </>
      }
    >
      <Filters
        filter={filter}
        onChange={(change) => navigate({ to: '/staff/enquiries', search: { ...filter, ...change }, replace: true })}
      />
      <ListStates query={{ ...list, rows }} what="enquiries" empty={emptyInbox(filter)}>
        {(found) => (
          <Stack component="ul" gap={0} className={lists.list}>
            {found.map((enquiry) => (
              <li key={enquiry.id}>
                <Row enquiry={enquiry} />
              </li>
            ))}
          </Stack>
        )}
      </ListStates>
    </StaffPage>
  );
}
