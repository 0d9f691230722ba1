import type { MachineView } from '@fournil/contract/machines/machine';
import type { MachineUpdates, MachineUpdateView } from '@fournil/contract/software-updates/machineUpdate';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { updatesReading } from './softwareQueries.ts';
import './software.css';

/** SWU-04: the pending update of this machine and when it begins; nothing is shown without one. */
export function ComingUpdate({ machine }: { machine: MachineView }) {
  const { data } = useRead(updatesReading(machine.id));
  return data?.coming ? <Coming machine={machine} coming={data.coming} notBefore={data.notBefore} /> : null;
}

interface ComingProps extends Pick<MachineUpdates, 'notBefore'> {
  machine: MachineView;
  coming: MachineUpdateView;
}

function Coming({ machine, coming, notBefore }: ComingProps) {
  const t = useT();
  const dates = useDates(machine);
  const isBefore = coming.state === 'waiting' || coming.state === 'offered';
  return (
    <section className="coming" aria-label={t('machines.software.title')}>
      <Icon name="software" size={20} />
      <div>
        <p role="status">
          <strong>{t('machines.software.coming', { version: coming.version })}</strong>{' '}
          {coming.beta && <span className="soft">({t('machines.software.beta')}) </span>}
          <StateSentence coming={coming} />{' '}
          {isBefore &&
            (notBefore
              ? t('machines.software.notBefore', { date: dates.date(notBefore) })
              : t('machines.software.atNextCall'))}
        </p>
        {coming.description && <p className="soft">{coming.description}</p>}
      </div>
    </section>
  );
}

function StateSentence({ coming: { state, percent } }: { coming: MachineUpdateView }) {
  const t = useT();
  if (state === 'downloading' && percent !== null) return t('machines.software.states.downloadingPercent', { percent });
  return t(`machines.software.states.${state}`);
}
