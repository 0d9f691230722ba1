import type { MachineBySerialView } from '@fournil/contract/machines/settings';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { members } from '../kit/api.ts';
import { Failed } from '../kit/Failed.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** MAC-07: staff go from the serial number that a client reads out to the machine's settings. */
export function FindMachine() {
  const t = useT();
  const id = useId();
  const [serialNumber, setSerialNumber] = useState('');
  const search = useMutation({ mutationFn: (wanted: string) => members<MachineBySerialView>('/machines/by-serial', { serialNumber: wanted }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (serialNumber.trim()) search.mutate(serialNumber.trim());
  };
  return (
    <section className="waiting find-machine">
      <h2>{t('home.find.title')}</h2>
      <form onSubmit={submit}>
        <label htmlFor={id}>{t('home.find.serial')}</label>
        <input
          id={id}
          className="control"
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={serialNumber}
          onChange={(event) => setSerialNumber(event.target.value)}
        />
        <button type="submit" className="button" disabled={search.isPending || !serialNumber.trim()}>
          {t('home.find.search')}
        </button>
      </form>
      <div aria-live="polite">
        {search.error ? (
          <Failed isTypingKept onRetry={() => search.mutate(serialNumber.trim())} />
        ) : (
          search.data && <Found machines={search.data.data} />
        )}
      </div>
    </section>
  );
}

function Found({ machines }: { machines: readonly MachineBySerialView[] }) {
  const t = useT();
  if (machines.length === 0) return <p className="soft">{t('home.find.none')}</p>;
  return (
    <ul>
      {machines.map(({ id, name, organisation, serialNumber, paired }) => (
        <li key={id}>
          <Link to={`/machines/${id}/settings`}>
            <StateSign sign={paired ? 'connected' : 'notPaired'} size={18} />
            <span className="waiting__text">
              <strong>{name}</strong>
              <span>
                {organisation} · {serialNumber} · {t(paired ? 'home.find.paired' : 'home.find.notPaired')}
              </span>
            </span>
            <span className="waiting__verb">{t('home.find.settings')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
