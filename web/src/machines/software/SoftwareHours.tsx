import type { MachineView } from '@fournil/contract/machines/machine';
import {
  type MachineUpdatePreferences,
  type MachineUpdates,
  machineUpdatePreferences,
} from '@fournil/contract/software-updates/machineUpdate';
import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { call, useAct } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { useKitT } from '../../kit/messages.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { updatesReading } from './softwareQueries.ts';

/** The proposal when hours are chosen for the first time: at these hours ovens are seldom used. */
const proposed = { from: '22:00', to: '02:00' };

const choices = ['whenClosed', 'between', 'anyTime'] as const;
type Choice = (typeof choices)[number];

interface SoftwareHoursProps {
  machine: MachineView;
  updates: MachineUpdates;
  onClose: () => void;
}

/** The owner's decision: the hours for updates, and whether the machine gets beta versions. */
export function SoftwareHours({ machine, updates, onClose }: SoftwareHoursProps) {
  const t = useT();
  const kitT = useKitT();
  const translate = useTranslate();
  const form = useId();
  const present = updates.hours === 'whenClosed' ? null : updates.hours;
  const [choice, setChoice] = useState<Choice>(
    updates.hours === 'whenClosed' ? 'whenClosed' : present ? 'between' : 'anyTime',
  );
  const [hours, setHours] = useState(present ?? proposed);
  const [betaAllowed, setBetaAllowed] = useState(updates.betaAllowed);
  const save = useSave(machine, onClose);
  const hasHours = choice === 'between';
  const isSame = hasHours && hours.from === hours.to;
  const isValid = !hasHours || machineUpdatePreferences.safeParse({ hours }).success;
  const error = isSame ? t('machines.software.form.same') : isValid ? null : translate('custom.validation.clockTime');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!error)
      save.act({ hours: { between: hours, whenClosed: 'whenClosed' as const, anyTime: null }[choice], betaAllowed });
  };
  return (
    <FormModal
      title={t('machines.software.form.title')}
      form={form}
      submit={kitT('kit.save')}
      isLocked={save.isPending}
      onClose={onClose}
    >
      <form noValidate id={form} className="software-form" onSubmit={submit}>
        <p className="soft">{t('machines.software.form.lead')}</p>
        <div className="radios">
          {choices.map((one) => (
            <label key={one}>
              <input type="radio" name={form} checked={choice === one} onChange={() => setChoice(one)} />
              {t(`machines.software.form.${one}`)}
            </label>
          ))}
        </div>
        {choice === 'whenClosed' && <p className="soft">{t('machines.software.form.whenClosedHint')}</p>}
        {hasHours && <Times hours={hours} error={error} onHours={setHours} />}
        <Switch label={t('machines.software.form.beta')} isChoice isOn={betaAllowed} onChange={setBetaAllowed} />
      </form>
    </FormModal>
  );
}

type Hours = { from: string; to: string };

function Times({ hours, error, onHours }: { hours: Hours; error: string | null; onHours: (hours: Hours) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className="software-form__times">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="field">
          <label className="field__label" htmlFor={`${id}-${end}`}>
            {t(`machines.software.form.${end}`)}
          </label>
          <input
            id={`${id}-${end}`}
            className="control"
            type="time"
            required
            value={hours[end]}
            aria-invalid={error !== null}
            aria-describedby={`${id}-foot`}
            onChange={(event) => onHours({ ...hours, [end]: event.target.value })}
          />
        </div>
      ))}
      <div className="field__foot" id={`${id}-foot`}>
        <span aria-live="polite">
          {error ? (
            <span className="field__error">
              <StateSign sign="refused" size={12} />
              {error}
            </span>
          ) : (
            hours.from > hours.to && t('machines.software.form.overnight')
          )}
        </span>
      </div>
    </div>
  );
}

function useSave(machine: MachineView, onSaved: () => void) {
  return useAct({
    // The machine has a new version number, and its history a new event.
    changes: 'machines',
    send: (preferences: MachineUpdatePreferences) =>
      call<MachineUpdates>(`/machines/${machine.id}/updates`, { method: 'PUT', body: preferences }),
    answers: updatesReading(machine.id),
    done: 'kit.saved',
    onDone: onSaved,
  });
}
