import { UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { mayDo, type StaffRole } from '../../../contract/staff/permissions.ts';
import { type StaffSearchResults, searchStaffConsole } from '../../../contract/staff/staff-search.ts';
import { apiOf } from '../../lib/api.ts';
import { formatDay, formatDays, formatInstant } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { useFirstMatch } from '../forms/use-first-match.ts';
import { orderStateText } from '../lists/order-state-text.ts';
import { useHasPage } from './known-link.tsx';
import classes from './search.module.css';

type Result = Required<Pick<SpotlightActionData, 'id' | 'label' | 'description'>>;

const [spotlightStore, spotlight] = createSpotlight();

/**
 * The path of the page that a course in the search results opens: the course's content, or the calendar for roles that
 * may not read content.
 */
const courseAddress = (id: number, role: StaffRole) =>
  mayDo(role, 'content.read') ? `/staff/content/courses/${id}` : `/staff/calendar?course=${id}`;

/** Groups the search results by kind. The id of each result is the path of its page. */
function toGroups(
  { students, orders, batches, courses }: StaffSearchResults,
  role: StaffRole,
): Array<{ group: string; actions: Result[] }> {
  const joined = (...texts: Array<string | null>) => texts.filter(Boolean).join(' · ');
  return [
    {
      group: 'Students',
      actions: students.map(({ id, name, contact, indos_number: indos }) => ({
        ...{ id: `/staff/students/${id}`, label: name, description: joined(contact, indos && `INDOS ${indos}`) },
      })),
    },
    {
      group: 'Orders',
      actions: orders.map(({ id, student, state, is_cancelled, is_due, receipt_number: receipt, created_at: at }) => ({
        ...{ id: `/staff/orders/${id}`, label: `${id}, ${student}` },
        description: joined(
          orderStateText(state, { isCancelled: is_cancelled, isDue: is_due }),
          receipt,
          formatInstant(at),
        ),
      })),
    },
    {
      group: 'Batches',
      actions: batches.map(({ id, course_name: course, start_date: start, end_date: end }) => ({
        ...{ id: `/staff/batches/${id}`, label: `${course}, ${formatDay(start)}` },
        description: joined(`Batch ${id}`, formatDays(start, end)),
      })),
    },
    {
      group: 'Courses',
      actions: courses.map(({ id, course_code: code, course_name: label }) => ({
        ...{ id: courseAddress(id, role), label, description: code },
      })),
    },
  ];
}

/** The search for students, orders, batches and courses. Its button is in the header; ⌘K or Ctrl+K opens it too. */
export function SearchEverywhere({ role }: { role: StaffRole }) {
  const api = apiOf(useQueryClient());
  const router = useRouter();
  const hasPage = useHasPage();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const isLongEnough = q.length >= 2;
  const results = useQuery({
    queryKey: ['staff-search', q],
    queryFn: async ({ signal }) => ({ q, ...(await api.call(searchStaffConsole, { query: { q } }, { signal })).data }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const found = isLongEnough ? results.data : undefined;
  const isCurrent = found?.q === text.trim();
  const groups = (found ? toGroups(found, role) : [])
    .map(({ group, actions }) => ({ group, actions: actions.filter(({ id }) => hasPage(id)) }))
    .filter(({ actions }) => actions.length > 0);
  const first = groups[0]?.actions[0];
  const actions: SpotlightActionGroupData[] = groups.map((one) => ({
    group: one.group,
    actions: one.actions.map((action) => ({
      ...action,
      // Include the search text in the ids, so that the rows of each search are new elements and none stays highlighted
      // from the previous search.
      id: `${found?.q} ${action.id}`,
      'data-selected': action === first || undefined,
      onClick: () => router.history.push(action.id),
    })),
  }));
  // Spotlight's arrow keys start from the row with the index `selected`, so set it to the first row.
  useEffect(() => {
    if (isCurrent) spotlightStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [isCurrent]);
  const openFirst = useFirstMatch(text.trim(), isCurrent, () => {
    if (!first) return;
    router.history.push(first.id);
    spotlight.close();
  });
  const explain = () => {
    if (!isLongEnough) return 'Type a name, phone, INDOS number, order, receipt or course.';
    if (results.isError) return failureMessage(results.error);
    return results.isFetching || !isCurrent ? 'Searching…' : 'Nothing found.';
  };
  return (
    <>
      <UnstyledButton className={classes.button} aria-label="Search everywhere" onClick={spotlight.open}>
        <Icon name="search" size={18} />
        <span className={classes.label}>Search</span>
        <kbd className={classes.keys}>Ctrl K</kbd>
      </UnstyledButton>
      <Spotlight
        store={spotlightStore}
        attributes={{ content: { 'aria-label': 'Search everywhere' } }}
        actions={actions}
        query={text}
        onQueryChange={setText}
        filter={(_, actions) => actions}
        nothingFound={explain()}
        searchProps={{
          'aria-label': 'Search everywhere',
          placeholder: 'Student, order, receipt, payment, batch or course',
          leftSection: <Icon name="search" />,
          maxLength: 100,
          onKeyDownCapture: (event) => {
            // If Enter is pressed while the results for the typed text are loading, `openFirst` opens the first result
            // as soon as they arrive. If Enter is pressed later, Spotlight itself opens the highlighted result.
            if (!isCurrent) openFirst(event);
          },
        }}
        scrollable
        maxHeight="70dvh"
      />
    </>
  );
}
