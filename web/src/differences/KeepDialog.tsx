import { dateAfter, dateOf } from '@fournil/contract/kit/zones';
import { useId, useState } from 'react';
import { serverNow } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { missingValue } from '../kit/forms/validateWith.ts';
import { endOfDay, LastDayInput } from '../kit/inputs/LastDayInput.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { useT } from './messages.ts';

/** The proposal: four weeks. */
const proposedDays = 28;

interface KeepDialogProps {
  title: string;
  isPending: boolean;
  onKeep: (kept: { until: string | null; reason: string | null }) => void;
  onClose: () => void;
}

/** Until when ovens keep their own programs, and why. */
export function KeepDialog({ title, isPending, onKeep, onClose }: KeepDialogProps) {
  const t = useT();
  const group = useId();
  const { zone } = useDates();
  const [isForGood, setForGood] = useState(false);
  const [first] = useState(() => endOfDay(dateAfter(dateOf(serverNow(), zone), proposedDays), zone));
  return (
    <DecisionDialog
      title={title}
      submit={t('differences.keep.submit')}
      isPending={isPending}
      defaultValues={{ until: first }}
      validate={({ until }) => (isForGood || until ? {} : { until: missingValue })}
      onDecide={({ until, reason }) => onKeep({ until: isForGood ? null : until, reason })}
      onClose={onClose}
    >
      <p className="soft">{t('differences.keep.lead')}</p>
      <div className="radios">
        <label>
          <input type="radio" name={group} checked={!isForGood} onChange={() => setForGood(false)} />
          {t('differences.keep.until')}
        </label>
        <label>
          <input type="radio" name={group} checked={isForGood} onChange={() => setForGood(true)} />
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
    </DecisionDialog>
  );
}
