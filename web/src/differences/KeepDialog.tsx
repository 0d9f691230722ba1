import { differenceLimits } from '@fournil/contract/differences/differences';
import { dateAfter, dateOf } from '@fournil/contract/kit/zones';
import { Form } from 'ra-core';
import { useId, useState } from 'react';
import { FormModal } from '../kit/dialogs/FormModal.tsx';
import { useDates } from '../kit/format/dates.ts';
import { missingValue } from '../kit/forms/validateWith.ts';
import { endOfDay, LastDayInput } from '../kit/inputs/LastDayInput.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useT } from './messages.ts';

/** The proposal: four weeks. */
const proposedDays = 28;

interface Values {
  until: string;
  reason: string | null;
}

interface KeepDialogProps {
  title: string;
  isPending: boolean;
  onKeep: (kept: { until: string | null; reason: string | null }) => void;
  onClose: () => void;
}

/** Until when ovens keep their own programs, and why. */
export function KeepDialog({ title, isPending, onKeep, onClose }: KeepDialogProps) {
  const t = useT();
  const form = useId();
  const { zone } = useDates();
  const [isForGood, setForGood] = useState(false);
  const [first] = useState(() => endOfDay(dateAfter(dateOf(Date.now(), zone), proposedDays), zone));
  return (
    <FormModal
      title={title}
      form={form}
      submit={t('differences.keep.submit')}
      isLocked={isPending}
      onClose={onClose}
      width="sm"
    >
      <Form
        noValidate
        id={form}
        className="differences__form"
        defaultValues={{ until: first, reason: '' }}
        validate={({ until }) => (isForGood || until ? {} : { until: missingValue })}
        onSubmit={(values: object) => {
          const { until, reason } = values as Values;
          onKeep({ until: isForGood ? null : until, reason: reason || null });
        }}
      >
        <p className="soft">{t('differences.keep.lead')}</p>
        <div className="radios">
          <label>
            <input type="radio" name={`${form}-for`} checked={!isForGood} onChange={() => setForGood(false)} />
            {t('differences.keep.until')}
          </label>
          <label>
            <input type="radio" name={`${form}-for`} checked={isForGood} onChange={() => setForGood(true)} />
            {t('differences.keep.forGood')}
          </label>
        </div>
        {!isForGood && (
          <LastDayInput
            source="until"
            label={t('differences.keep.day')}
            hint={t('differences.keep.dayHint')}
            isRequired
          />
        )}
        <TextInput
          source="reason"
          label={t('differences.reason')}
          hint={t('differences.reasonHint')}
          max={differenceLimits.reason}
          isLong
        />
      </Form>
    </FormModal>
  );
}
