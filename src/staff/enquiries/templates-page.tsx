import { Anchor, Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addReplyTemplate, type ReplyTemplate } from '../../../contract/staff/enquiries.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { templatesRoute } from './enquiries-feature.ts';
import { enquiryQueries, templateMutations } from './enquiry.queries.ts';

type FormProps = { template: ReplyTemplate | null; onClose: () => void };

function TemplateForm({ template, onClose }: FormProps) {
  const { key, onError } = useRequestKey();
  const [name, setName] = useState(template?.name ?? '');
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const [text, setText] = useState(template?.text ?? '');
  const saving = useMutation({
    ...templateMutations.save(useQueryClient(), template?.id ?? null, key),
    onSuccess: onClose,
    onError,
  });
  const errors = fieldErrors(saving.error);
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate({ name, text });
  };
  return (
    <Paper component="form" withBorder p="md" onSubmit={save}>
      <Stack gap="sm">
        {saving.isError && !isRefusal(saving.error, addReplyTemplate, 'TEMPLATE_EXISTS') && !errors.name ? (
          <Notice tone="error" role="alert" title={failureMessage(saving.error)} />
        ) : null}
        <TextInput
          ref={nameField}
          label="Name"
          value={name}
          error={errors.name}
          required
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          description="{name} and {reference} are filled in when the template is used"
          value={text}
          error={errors.text}
          required
          maxLength={10_000}
          autosize
          minRows={4}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={saving.isPending}>
            Save template
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The page on which staff edit the reply templates. */
export function TemplatesPage() {
  const { staff } = templatesRoute.useRouteContext();
  const mayChange = mayDo(staff.role, 'enquiries.manage');
  const query = useQuery(enquiryQueries.templates());
  const [editing, setEditing] = useState<ReplyTemplate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<ReplyTemplate | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const removing = useMutation({
    ...templateMutations.remove(useQueryClient(), `${key}-${deleting?.id ?? 0}`),
    onSettled: () => setDeleting(null),
  });
  return (
    <StaffPage
      title="Reply templates"
      actions={
        <>
          <Anchor underline="always" renderRoot={(props) => <Link to="/staff/enquiries" {...props} />}>
            All enquiries
          </Anchor>
          {mayChange ? <Button onClick={() => setEditing('new')}>New template</Button> : null}
        </>
      }
    >
      {editing ? (
        <TemplateForm
          key={editing === 'new' ? 'new' : editing.id}
          template={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
      <ListStates
        query={{ ...query, rows: query.data, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} }}
        what="templates"
        empty={{ title: 'No templates yet', text: 'Save texts here that you write often.' }}
      >
        {(templates) => (
          <Stack gap="sm">
            {templates.map((template) => (
              <Paper key={template.id} component="section" withBorder p="md" aria-label={template.name}>
                <Group justify="space-between" gap="xs">
                  <Title order={2} size="h4" className="anywhere">
                    {template.name}
                  </Title>
                  {mayChange ? (
                    <Group gap="xs">
                      <Button variant="subtle" onClick={() => setEditing(template)}>
                        Change
                      </Button>
                      <Button variant="subtle" color="red" onClick={() => setDeleting(template)}>
                        Delete
                      </Button>
                    </Group>
                  ) : null}
                </Group>
                <Text className={lists.text}>{template.text}</Text>
              </Paper>
            ))}
          </Stack>
        )}
      </ListStates>
      <ConfirmDialog
        isOpen={deleting !== null}
        title={`Delete the template ${deleting?.name ?? ''}?`}
        confirm="Delete"
        cancel="Cancel"
        isBusy={removing.isPending}
        onConfirm={() => deleting && removing.mutate(deleting.id)}
        onClose={() => setDeleting(null)}
      >
        <p>Replies that were sent keep their text.</p>
      </ConfirmDialog>
    </StaffPage>
  );
}
