import { useRead } from '../../data/index.ts';
import { useRolloutT } from '../messages.ts';
import { clientsReading } from '../parts/rolloutQueries.ts';
import { ChooseList } from './ChooseList.tsx';
import type { NamedRecord } from './rolloutDraft.ts';

interface ChooseClientsProps {
  chosen: readonly NamedRecord[];
  onTake: (chosen: NamedRecord[]) => void;
  onClose: () => void;
}

export function ChooseClients(props: ChooseClientsProps) {
  const t = useRolloutT();
  const { data } = useRead(clientsReading);
  const choices = data?.map(({ id, name, machines }) => ({
    id,
    name,
    note: t('rollouts.ring.machines', { smart_count: machines }),
  }));
  return (
    <ChooseList
      title={t('rollouts.create.clients')}
      search={t('rollouts.create.searchClients')}
      choices={choices}
      {...props}
    />
  );
}
