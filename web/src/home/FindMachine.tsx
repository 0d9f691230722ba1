import type { MachineBySerialView } from '@fournil/contract/machines/settings';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { members, useAct } from '../data/index.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { useMay } from '../kit/session/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import { ReleaseContested } from './ReleaseContested.tsx';

/** MAC-07: staff go from the serial number that a client reads out to the machine's settings. */
export function FindMachine() {
  const t = useT();
  const id = useId();
  const [serialNumber, setSerialNumber] = useState('');
  const search = useAct({
    changes: 'nothing',
    send: (wanted: string) => members<MachineBySerialView>('/machines/by-serial', { serialNumber: wanted }),
    // The error is shown under the field.
    refused: () => null,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (serialNumber.trim()) search.act(serialNumber.trim());
  };
  return (
    <section className="waiting find-machine">
      <h2>{t('home.find.title')}</h2>
      <form noValidate onSubmit={submit}>
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
          <Failed isTypingKept onRetry={() => search.act(serialNumber.trim())} />
        ) : (
          search.answer && <Found machines={search.answer.data} onReleased={() => search.act(serialNumber.trim())} />
        )}
      </div>
    </section>
  );
}

function Found({ machines, onReleased }: { machines: readonly MachineBySerialView[]; onReleased: () => void }) {
  const t = useT();
  const may = useMay();
  const [releasing, setReleasing] = useState<MachineBySerialView | null>(null);
  if (machines.length === 0) return <p className="soft">{t('home.find.none')}</p>;
  return (
    <ul>
      {machines.map((machine) => {
        const { id, name, organisation, serialNumber, paired } = machine;
        return (
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
            {paired && may('machines.releaseContested') && (
              <button type="button" className="button" onClick={() => setReleasing(machine)}>
                {t('home.find.release')}
              </button>
            )}
          </li>
        );
      })}
      {releasing && <ReleaseContested machine={releasing} onClose={() => setReleasing(null)} onReleased={onReleased} />}
    </ul>
  );
}
