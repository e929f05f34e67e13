import { Anchor, Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addReplyTemplate, changeReplyTemplate, type ReplyTemplate } from '../../../contract/staff/enquiries.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { templatesRoute } from './enquiries-feature.ts';
import { enquiryQueries, templateMutations } from './enquiry.queries.ts';

/**
 * What the form contains. `template` is the template that it changes, as the staff member has seen it; null for a new
 * one.
 */
type Editing = { template: ReplyTemplate | null; name: string; text: string };

const begin = (template: ReplyTemplate | null): Editing => ({
  ...{ template, name: template?.name ?? '', text: template?.text ?? '' },
});
const isChanged = ({ template, name, text }: Editing) =>
  name !== (template?.name ?? '') || text !== (template?.text ?? '');

const leaveTitle = 'Leave without saving the template?';

type FormProps = {
  editing: Editing;
  onChange: (editing: Editing) => void;
  /** Called with the newer template if a colleague has changed the one in the form. */
  onNewer: (template: ReplyTemplate) => void;
  onClose: () => void;
};

function TemplateForm({ editing, onChange, onNewer, onClose }: FormProps) {
  const { template, name, text } = editing;
  const client = useQueryClient();
  const { key, onError } = useRequestKey();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const saving = useMutation({ ...templateMutations.save(client, template, key), onError });
  const errors = fieldErrors(saving.error);
  /**
   * If a colleague has changed the template meanwhile, shows the colleague's version in the list. If the staff member
   * then saves again, this version is replaced.
   */
  const showNewer = (error: Error) => {
    if (!isRefusal(error, changeReplyTemplate, 'TEMPLATE_CHANGED')) return;
    onNewer(error.data);
    void client.invalidateQueries(enquiryQueries.templates());
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // Pass the callbacks to `mutate`, which does not call them if another template has been opened before the response
    // arrives.
    saving.mutate({ name, text }, { onSuccess: onClose, onError: showNewer });
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
          onChange={(event) => onChange({ ...editing, name: event.currentTarget.value })}
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
          onChange={(event) => onChange({ ...editing, text: event.currentTarget.value })}
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
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The template to open once the staff member has agreed to lose the unsaved changes. */
  const [next, setNext] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<ReplyTemplate | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const removing = useMutation({
    ...templateMutations.remove(useQueryClient(), `${key}-${deleting?.id ?? 0}`),
    onSettled: () => setDeleting(null),
  });
  const open = (template: ReplyTemplate | null) => {
    // If the form already shows the chosen template, keep what was typed.
    if (editing && editing.template?.id === template?.id) return;
    if (editing && isChanged(editing)) setNext(begin(template));
    else setEditing(begin(template));
  };
  return (
    <StaffPage
      title="Reply templates"
      actions={
        <>
          <Anchor underline="always" renderRoot={(props) => <Link to="/staff/enquiries" {...props} />}>
            All enquiries
          </Anchor>
          {mayChange ? <Button onClick={() => open(null)}>New template</Button> : null}
        </>
      }
    >
      {editing ? (
        <TemplateForm
          key={editing.template?.id ?? 'new'}
          editing={editing}
          onChange={setEditing}
          onNewer={(template) => setEditing((now) => now && { ...now, template })}
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
                      <Button variant="subtle" onClick={() => open(template)}>
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
      <LeaveDialog title={leaveTitle} hasEntries={() => editing !== null && isChanged(editing)} />
      <ConfirmDialog
        isOpen={next !== null}
        title={leaveTitle}
        confirm="Leave"
        cancel="Stay"
        onConfirm={() => {
          setEditing(next);
          setNext(null);
        }}
        onClose={() => setNext(null)}
      >
        <p>What you entered is not stored yet.</p>
      </ConfirmDialog>
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
