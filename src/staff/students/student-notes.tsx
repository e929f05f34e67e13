import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { StudentNote } from '../../../contract/staff/students.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { useTextCall } from '../forms/text-call.ts';
import lists from '../lists/lists.module.css';
import { studentMutations } from './student.queries.ts';

function NoteForm({ studentId }: { studentId: string }) {
  const client = useQueryClient();
  const { text, setText, sending: adding } = useTextCall((key) => studentMutations.note(client, studentId, key));
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(text);
  };
  return (
    <form onSubmit={add}>
      <Stack gap="xs">
        {adding.isError ? <Notice tone="error" role="alert" title={failureMessage(adding.error)} /> : null}
        <Textarea
          label="New note"
          description="Only staff see it. It cannot be changed afterwards"
          value={text}
          readOnly={adding.isPending}
          maxLength={5000}
          autosize
          minRows={2}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="outline" loading={adding.isPending} disabled={text.trim() === ''}>
            Add note
          </Button>
        </Group>
      </Stack>
      <LeaveDialog title="Leave without adding the note?" hasEntries={() => text.trim() !== ''} />
    </form>
  );
}

type NotesProps = { studentId: string; notes: StudentNote[]; mayAdd: boolean };

/** Internal notes about a student, newest first, and a form that adds one. */
export function NotesSection({ studentId, notes, mayAdd }: NotesProps) {
  return (
    <Stack gap="sm">
      {mayAdd ? <NoteForm studentId={studentId} /> : null}
      {notes.length === 0 ? <Text c="dimmed">No notes.</Text> : null}
      {notes.map(({ id, author, at, text }) => (
        <Paper key={id} component="article" withBorder p="sm">
          <Text size="sm" c="dimmed">
            {author}, {formatInstant(at)}
          </Text>
          <Text className={lists.text}>{text}</Text>
        </Paper>
      ))}
    </Stack>
  );
}
