import { resetInput } from '@fournil/contract/accounts/password';
import { Form } from 'ra-core';
import type { ComponentProps } from 'react';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SubmitButton } from '../../kit/inputs/SubmitButton.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';

interface AddressFormProps {
  label: string;
  /** The text of the button. */
  submit: string;
  send: (sent: { email: string }) => void;
  isSending: boolean;
  violations: ComponentProps<typeof FormWatch>['violations'];
}

/** Asks for the e-mail address to which a link is sent. */
export function AddressForm({ label, submit, send, isSending, violations }: AddressFormProps) {
  return (
    <Form
      noValidate
      defaultValues={{ email: '' }}
      validate={validateWith(resetInput)}
      onSubmit={({ email }: { email?: string }) => send({ email: email ?? '' })}
    >
      <FormWatch onDirty={() => undefined} violations={violations} />
      <TextInput source="email" label={label} type="email" autoComplete="username" isRequired />
      <SubmitButton isBusy={isSending} isTall>
        {submit}
      </SubmitButton>
    </Form>
  );
}
