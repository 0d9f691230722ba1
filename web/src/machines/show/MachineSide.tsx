import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ZoneNow } from '../../kit/format/ZoneNow.tsx';
import { RecordHistory } from '../../kit/history/RecordHistory.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { SoftwarePart } from '../software/SoftwarePart.tsx';

/** The machine's data (MAC-04) and its history. */
export function MachineSide({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  return (
    <aside className="machine__side">
      <section>
        <h2>{t('machines.facts.title')}</h2>
        <Facts machine={machine} />
      </section>
      <SoftwarePart machine={machine} />
      {may('machines.history') && (
        <section>
          <h2>{t('machines.activity.title')}</h2>
          <RecordHistory of="machine" id={machine.id} machine={machine} />
        </section>
      )}
    </aside>
  );
}

function Facts({ machine }: { machine: MachineView }) {
  const t = useT();
  const language = useLanguage();
  const power = machine.specifications?.energyKilowatts ?? null;
  const facts: [label: string, value: ReactNode][] = [
    [t('machines.facts.category'), say(machineCategories[machine.category].name, language)],
    [t('machines.facts.model'), machine.model],
    [t('machines.facts.format'), machine.format],
    [t('machines.facts.capacity'), machine.specifications?.capacity ?? null],
    [
      t('machines.facts.energy'),
      power === null ? null : t(machine.type === 'gas' ? 'machines.facts.gas' : 'machines.facts.electric', { power }),
    ],
    [t('machines.facts.structure'), machine.structureName ?? t('machines.facts.noStructure')],
    [t('machines.facts.timezone'), <Zone key="zone" machine={machine} />],
    [t('machines.facts.serial'), machine.serialNumber],
    [t('machines.facts.description'), machine.description],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** HRS-01, MAC-09: the timezone that counts, and whence; people who can give one are led to the form. */
function Zone({ machine: { id, timezone, ownTimezone, structureName } }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  if (timezone)
    return (
      <>
        <ZoneNow zone={timezone} />
        {ownTimezone === null && structureName && `, ${t('machines.facts.asStructure', { name: structureName })}`}
      </>
    );
  const words = t('machines.facts.noTimezone');
  return (
    <span className="state">
      <StateSign sign="notApproved" size={12} />
      {may('machines.edit') ? <Link to={`/machines/${id}`}>{words}</Link> : words}
    </span>
  );
}
