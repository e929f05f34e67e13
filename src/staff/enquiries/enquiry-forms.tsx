import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import type { Enquiry } from '../../../contract/staff/enquiries.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { useFirstSent } from '../forms/first-sent.ts';
import { failureMessage } from '../forms/form-errors.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { useTextCall } from '../forms/text-call.ts';
import { enquiryMutations, enquiryQueries, type SeenEnquiry, seenOf } from './enquiry.queries.ts';
import { fillTemplate } from './enquiry-texts.ts';

type TextFormProps = {
  label: string;
  description: string;
  submit: string;
  /** The question that staff are asked when they leave the page while the field has an unsent text. */
  leave: string;
  maxLength: number;
  text: string;
  onText: (text: string) => void;
  sending: { isPending: boolean; error: Error | null; mutate: (text: string) => void };
  children?: ReactNode;
};

/**
 * A form with one text field. If sending fails, the text stays in the field. Asks for confirmation before the page is
 * left while the field still has a text.
 */
function TextForm({ label, description, submit, leave, maxLength, text, onText, sending, children }: TextFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') sending.mutate(text);
  };
  return (
    <form onSubmit={send}>
      <Stack gap="xs">
        {sending.error ? <Notice tone="error" role="alert" title={failureMessage(sending.error)} /> : null}
        {children}
        <Textarea
          label={label}
          description={description}
          value={text}
          readOnly={sending.isPending}
          maxLength={maxLength}
          autosize
          minRows={3}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="outline" loading={sending.isPending} disabled={text.trim() === ''}>
            {submit}
          </Button>
        </Group>
      </Stack>
      <LeaveDialog title={leave} hasEntries={() => text.trim() !== ''} />
    </form>
  );
}

/** The form for a reply to the sender. Staff can start from a template. */
export function ReplyForm({ enquiry }: { enquiry: Enquiry }) {
  const client = useQueryClient();
  const firstSent = useFirstSent<SeenEnquiry>();
  const { text, setText, sending } = useTextCall((key) =>
    enquiryMutations.reply(client, enquiry.id, key, () => firstSent(key, seenOf(enquiry))),
  );
  const templates = useQuery(enquiryQueries.templates());
  const choose = (id: string) => {
    const template = templates.data?.find((one) => String(one.id) === id);
    if (template)
      setText((before) => [before.trimEnd(), fillTemplate(template.text, enquiry)].filter(Boolean).join('\n\n'));
  };
  return (
    <TextForm
      label="Reply"
      description={`Goes by email to ${enquiry.email ?? 'the sender'}, with their text below it`}
      submit="Send reply"
      leave="Leave without sending the reply?"
      maxLength={10_000}
      text={text}
      onText={setText}
      sending={sending}
    >
      {templates.data?.length ? (
        <NativeSelect
          label="Insert a template"
          value=""
          data={[
            { value: '', label: 'Choose…' },
            ...templates.data.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : null}
    </TextForm>
  );
}

/** The form for an internal note. */
export function NoteForm({ id }: { id: number }) {
  const client = useQueryClient();
  const { text, setText, sending } = useTextCall((key) => enquiryMutations.note(client, id, key));
  return (
    <TextForm
      label="Internal note"
      description="Only staff see it. It cannot be changed afterwards"
      submit="Add note"
      leave="Leave without adding the note?"
      maxLength={5000}
      text={text}
      onText={setText}
      sending={sending}
    />
  );
}
