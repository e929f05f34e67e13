import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { creditStudentWallet } from '../../../contract/staff/students.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { RupeesInput } from '../forms/rupees-input.tsx';
import { studentMutations } from './student.queries.ts';

const empty = { amount: '' as number | string, reference: '', description: 'Added at the accounts office', reason: '' };

/** Adds money to a student's wallet. The student sees the text of the entry; the reason is only for the audit log. */
export function CreditDialog({ studentId, onClose }: { studentId: string; onClose: () => void }) {
  const request = useRequestKey();
  const form = useForm({ initialValues: empty, validate: schemaResolver(creditStudentWallet.body, { sync: true }) });
  const crediting = useMutation({
    ...studentMutations.credit(useQueryClient(), studentId, request.key),
    onSuccess: onClose,
    onError(error) {
      form.setErrors(fieldErrors(error));
      request.onError(error);
    },
  });
  const save = form.onSubmit(({ amount, ...texts }) => crediting.mutate({ amount: Number(amount), ...texts }));
  return (
    <FormDialog
      title="Add money to the wallet"
      submit="Add money"
      isBusy={crediting.isPending}
      hasChanges={form.isDirty()}
      failure={crediting.isError && Object.keys(form.errors).length === 0 ? failureMessage(crediting.error) : null}
      noValidate
      {...{ onSubmit: save, onClose }}
    >
      <RupeesInput label="Amount in rupees" required data-autofocus {...form.getInputProps('amount')} />
      <TextInput
        label="Number of the receipt or voucher"
        description="It can be used once"
        required
        {...form.getInputProps('reference')}
      />
      <TextInput label="Text for the student" required {...form.getInputProps('description')} />
      <Textarea
        label="Reason"
        description="For the audit log. The student does not see it"
        required
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
