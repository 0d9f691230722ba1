import { idOf } from '@fournil/contract/kit/addresses';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { freshPin, type MachineView } from '@fournil/contract/machines/machine';
import { pinLimits } from '@fournil/contract/machines/pinLimits';
import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { durationText } from '../../kit/format/duration.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { useConnect } from './useConnect.ts';

/** LNK-02: opens the pairing window and explains what to do at the oven. */
export function PairingPanel({ machine }: { machine: MachineView }) {
  const t = useT();
  const now = useNow(1000);
  const { openUntil } = machine.pairing;
  const left = openUntil ? Math.floor((Date.parse(openUntil) - now) / 1000) : 0;
  return (
    <section className="panel pairing" aria-label={t('machines.pairing.title')}>
      {left > 0 ? (
        <>
          <div className="pairing__clock" role="timer">
            <span>{t('machines.pairing.openTitle')}</span>
            <strong>{durationText(left)}</strong>
          </div>
          <ol className="pairing__steps">
            <li>{t('machines.pairing.stepOne')}</li>
            <li>{t('machines.pairing.stepTwo', { serial: machine.serialNumber })}</li>
            <li>{t('machines.pairing.stepThree')}</li>
          </ol>
        </>
      ) : (
        <Closed machine={machine} />
      )}
    </section>
  );
}

function Closed({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const { act, isPending } = useConnect(machine);
  const id = useId();
  const translate = useTranslate();
  const [pin, setPin] = useState('');
  const [hasTried, setTried] = useState(false);
  const isWrong = hasTried && pin !== '' && !freshPin.test(pin);
  const open = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (pin === '' || freshPin.test(pin)) act(pin || undefined);
  };
  return (
    <>
      <StateSign sign="notPaired" size={28} />
      <div className="pairing__text">
        <h2>{t('machines.pairing.title')}</h2>
        <p className="soft">
          {may('machines.connect')
            ? t('machines.pairing.body', { minutes: pairingLimits.windowMinutes })
            : t('machines.pairing.mayNot')}
        </p>
        {may('machines.connect') && (
          <form noValidate className="pairing__open" onSubmit={open}>
            <label htmlFor={id}>{t('machines.pairing.freshPin')}</label>
            <input
              id={id}
              className="control"
              inputMode="numeric"
              autoComplete="off"
              maxLength={pinLimits.mostDigits}
              aria-invalid={isWrong}
              aria-describedby={`${id}-foot`}
              value={pin}
              onChange={(event) => setPin(event.target.value)}
            />
            <button type="submit" className="button button--main" disabled={isPending}>
              <Icon name="link" />
              {t('machines.pairing.open')}
            </button>
            <span
              id={`${id}-foot`}
              className={isWrong ? 'field__error' : 'field__foot'}
              role={isWrong ? 'alert' : undefined}
            >
              {isWrong
                ? translate('custom.validation.freshPin')
                : t('machines.pairing.freshPinHint', { least: pinLimits.plateDigits, most: pinLimits.mostDigits })}
            </span>
          </form>
        )}
        <May act="machines.create">
          <Link className="button button--plain" to={anotherHere(machine)}>
            <Icon name="plus" />
            {t('machines.form.another')}
          </Link>
        </May>
      </div>
    </>
  );
}

/** The page that creates a machine of the same category in the same place. */
function anotherHere({ structure, category }: MachineView): string {
  const values = new URLSearchParams({ category });
  if (structure) values.set('structure', idOf(structure));
  return `/machines/create?${values}`;
}
