import type { EntityWith } from '@fournil/contract/entities';
import type { MachineView } from '@fournil/contract/machines/machine';
import { resources } from '@fournil/contract/resources';
import { useKitT } from '../messages.ts';
import { May } from '../session/May.tsx';
import { HistoryList } from './HistoryList.tsx';
import '../people/people.css';

interface RecordHistoryProps {
  of: EntityWith<'history'>;
  id: string;
  machine?: MachineView;
}

/** HIS-02: what happened to one record; shown to readers with the right. */
export function RecordHistory({ of, id, machine }: RecordHistoryProps) {
  const path = `/history/${of}/${id}`;
  return (
    <May act={resources[of].history}>
      <HistoryList path={`${path}/full`} people={`${path}/people`} about={id} machine={machine} />
    </May>
  );
}

/** The same as a part of the record's page. */
export function HistoryPart({ of, id }: RecordHistoryProps) {
  const t = useKitT();
  return (
    <May act={resources[of].history}>
      <section className="part">
        <div className="part__head">
          <h2>{t('kit.history.title')}</h2>
        </div>
        <RecordHistory of={of} id={id} />
      </section>
    </May>
  );
}
