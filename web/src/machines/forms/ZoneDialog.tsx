import { Form } from 'ra-core';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { TimezoneInput } from '../../kit/inputs/TimezoneInput.tsx';
import { useT } from '../messages.ts';

interface ZoneDialogProps {
  count: number;
  /** Null: that of the structure of each. */
  onChosen: (timezone: string | null) => void;
  onClose: () => void;
}

/** HRS-01: chooses the timezone of machines. */
export function ZoneDialog({ count, onChosen, onClose }: ZoneDialogProps) {
  const t = useT();
  const form = useId();
  return (
    <FormModal
      title={t('machines.zone.title', { smart_count: count })}
      form={form}
      submit={t('machines.zone.submit', { smart_count: count })}
      isLocked={false}
      onClose={onClose}
    >
      <Form
        noValidate
        id={form}
        defaultValues={{ timezone: null }}
        onSubmit={({ timezone }: FieldValues) => onChosen(timezone)}
      >
        <TimezoneInput
          label={t('machines.form.timezone')}
          none={t('machines.zone.asStructure')}
          hint={t('machines.form.noTimezoneHint')}
        />
      </Form>
    </FormModal>
  );
}
