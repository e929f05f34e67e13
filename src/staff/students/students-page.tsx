import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import type { ListedStudent } from '../../../contract/staff/students.ts';
import { academyDay, formatDay } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { useListKeys } from '../lists/page-keys.ts';
import { SearchField } from '../lists/search-field.tsx';
import { NewStudentDialog } from './new-student-dialog.tsx';
import { studentQueries } from './student.queries.ts';
import { studentsRoute } from './students-feature.ts';

// Without memo, 'Show more' below a thousand rows would render all of them again.
const Row = memo(function Row({ student }: { student: ListedStudent }) {
  const contacts = [student.email, student.mobile, student.indos_number && `INDOS ${student.indos_number}`];
  return (
    <Link to="/staff/students/$id" params={{ id: student.id }} className={lists.row} data-row>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {student.first_name} {student.last_name}
        </Text>
        {student.allowed_booking ? null : (
          <Badge color="red" variant="light">
            May not book
          </Badge>
        )}
      </Group>
      <Text size="sm" className="anywhere">
        {contacts.filter(Boolean).join(' · ') || 'No contacts'}
      </Text>
      <Text size="sm" c="dimmed">
        Since {formatDay(academyDay(new Date(student.created_at)))}
      </Text>
    </Link>
  );
});

/** The list of students, with a search by name, email address, or phone, INDOS or passport number. */
export function StudentsPage() {
  const { q = '' } = studentsRoute.useSearch();
  const { staff } = studentsRoute.useRouteContext();
  const navigate = useNavigate();
  const list = useInfiniteQuery(studentQueries.list(q));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const [isCreating, setCreating] = useState(false);
  useListKeys();
  return (
    <StaffPage
      title="Students"
      actions={
        mayDo(staff.role, 'students.manage') ? (
          <>
            <Button onClick={() => setCreating(true)}>New student</Button>
            <Button variant="outline" renderRoot={(props) => <Link to="/staff/students/import" {...props} />}>
              Import from a file
            </Button>
          </>
        ) : null
      }
    >
      <Group>
        <SearchField
          label="Name, email, phone, INDOS or passport number"
          initial={q}
          onSearch={(text) => navigate({ to: '/staff/students', search: text ? { q: text } : {}, replace: true })}
        />
      </Group>
      <ListStates
        query={{ ...list, rows }}
        what="students"
        empty={
          q
            ? { title: 'No student matches', text: 'Type the start of a name or number.' }
            : {
                title: 'No students yet',
                text: 'Students appear here when they register, or when staff create or import them.',
              }
        }
      >
        {(found) => (
          <Stack component="ul" gap={0} className={lists.list}>
            {found.map((student) => (
              <li key={student.id}>
                <Row student={student} />
              </li>
            ))}
          </Stack>
        )}
      </ListStates>
      {isCreating ? (
        <NewStudentDialog
          searched={q}
          onDone={({ id }) => navigate({ to: '/staff/students/$id', params: { id } })}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </StaffPage>
  );
}
