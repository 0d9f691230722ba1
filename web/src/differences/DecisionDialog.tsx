import { differenceLimits } from '@fournil/contract/differences/differences';
import { Form } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { FormModal } from '../kit/dialogs/FormModal.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useT } from './messages.ts';

interface DecisionDialogProps<Values> {
  title: string;
  submit: string;
  isPending: boolean;
  /** Of the inputs above the reason. */
  defaultValues?: Values;
  validate?: (values: Values) => object;
  /** An empty reason is null. */
  onDecide: (values: Values & { reason: string | null }) => void;
  onClose: () => void;
  children: ReactNode;
  /** Below the reason. */
  below?: ReactNode;
}

/** What a decision does, and why it is made. */
export function DecisionDialog<Values extends object = object>({
  title,
  submit,
  isPending,
  defaultValues,
  validate,
  onDecide,
  onClose,
  children,
  below,
}: DecisionDialogProps<Values>) {
  const t = useT();
  const form = useId();
  return (
    <FormModal title={title} form={form} submit={submit} isLocked={isPending} onClose={onClose} width="sm">
      <Form
        noValidate
        id={form}
        className="differences__form"
        defaultValues={{ ...defaultValues, reason: '' }}
        {...(validate ? { validate: (values: object) => validate(values as Values) } : {})}
        onSubmit={(values: object) => {
          const given = values as Values & { reason: string | null };
          onDecide({ ...given, reason: given.reason || null });
        }}
      >
        {children}
        <TextInput
          source="reason"
          label={t('differences.reason')}
          hint={t('differences.reasonHint')}
          max={differenceLimits.reason}
          isLong
        />
        {below}
      </Form>
    </FormModal>
  );
}
