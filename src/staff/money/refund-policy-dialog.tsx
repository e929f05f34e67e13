import { ActionIcon, Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type RefundPolicy, refundPolicySchema, setStaffRefundPolicy } from '../../../contract/staff/refund-policy.ts';
import { apiOf } from '../../lib/api.ts';
import { Icon } from '../../ui/icons.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { focusSoon } from '../frame/keep-focus.ts';
import { RefundPolicyTable } from './refund-policy-table.tsx';

/**
 * A step of the refund policy in the form. An empty field has the value '' instead of a number. `id` is the React key
 * of the row.
 */
type TypedStep = { id: string; days: number | string; percent: number | string };

const typed = (days: number | string = '', percent: number | string = ''): TypedStep => ({
  id: crypto.randomUUID(),
  days,
  percent,
});
const maxSteps = 10;

/** Changes the steps of the refund policy, with a preview of the refunds that the changed policy would give. */
export function RefundPolicyDialog({ policy, onClose }: { policy: RefundPolicy; onClose: () => void }) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { steps: policy.map(({ days, percent }) => typed(days, percent)), reason: '' },
    validate: schemaResolver(setStaffRefundPolicy.body, { sync: true }),
  });
  const { steps } = form.values;
  const preview = refundPolicySchema.safeParse(steps);
  const send = ({ reason }: { reason: string }, key: string) =>
    api.call(setStaffRefundPolicy, { body: { steps: refundPolicySchema.parse(steps), reason } }, { key });
  return (
    <ActionDialog
      title="Change the refund policy"
      submit="Change policy"
      done="The refund policy was changed"
      invalidates={[['staff-money'], ['staff-orders']]}
      {...{ form, send, onClose }}
    >
      <Text>
        It applies to every cancellation from now on, also of bookings that were made before. Change the text that
        students read too.
      </Text>
      {steps.map(({ id }, at) => (
        <Group key={id} gap="xs" align="start" wrap="nowrap">
          <NumberInput
            label="Days before, at least"
            allowNegative={false}
            allowDecimal={false}
            {...form.getInputProps(`steps.${at}.days`)}
          />
          <NumberInput
            label="Refund in percent"
            allowNegative={false}
            allowDecimal={false}
            {...form.getInputProps(`steps.${at}.percent`)}
          />
          <ActionIcon
            mt={28}
            size="lg"
            variant="subtle"
            aria-label={`Remove step ${at + 1}`}
            disabled={steps.length === 1}
            onClick={() => form.removeListItem('steps', at)}
          >
            <Icon name="close" size={18} />
          </ActionIcon>
        </Group>
      ))}
      {form.errors.steps ? (
        <Text c="red" size="sm" role="alert">
          {form.errors.steps}
        </Text>
      ) : null}
      <Stack align="start">
        <Button
          variant="outline"
          size="compact-sm"
          disabled={steps.length >= maxSteps}
          onClick={() => {
            form.insertListItem('steps', typed());
            focusSoon(() => form.getInputNode(`steps.${steps.length}.days`));
          }}
        >
          Add a step
        </Button>
      </Stack>
      {preview.success ? <RefundPolicyTable label="The changed policy" policy={preview.data} /> : null}
      <Textarea label="Reason" description="Stored in the audit log" required {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}
