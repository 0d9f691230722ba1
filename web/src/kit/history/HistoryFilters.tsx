import { type HistoryOrganisation, historyEntities, makerEntities } from '@fournil/contract/history/historyEvent';
import { historyEntityWords } from '@fournil/contract/history/historyWords';
import { say } from '@fournil/contract/kit/words';
import { reading, useRead } from '../../data/index.ts';
import { DayFilter } from '../lists/DayFilter.tsx';
import { SearchField } from '../lists/SearchField.tsx';
import { SelectFilter } from '../lists/SelectFilter.tsx';
import { useKitT } from '../messages.ts';
import { useMay } from '../session/profile.ts';
import { StructureFilter } from '../structures/StructureFilter.tsx';
import { useLanguage } from '../useT.ts';
import type { HistoryWish } from './historyWish.ts';

interface HistoryFiltersProps {
  wish: HistoryWish;
  onChoose: (name: keyof HistoryWish, value: string) => void;
}

/**
 * AUD-01: the filters of all activity: people, kinds of records, structure or client, and a period of days in the
 * reader's zone.
 */
export function HistoryFilters({ wish, onChoose }: HistoryFiltersProps) {
  const t = useKitT();
  const language = useLanguage();
  const may = useMay();
  return (
    <>
      <SearchField label={t('kit.history.search')} value={wish.q ?? ''} onSearch={(text) => onChoose('q', text)} />
      <SelectFilter
        label={t('kit.history.things')}
        every={t('kit.history.everyThing')}
        choices={historyEntities
          .filter((entity) => may('software-updates.manage') || !makerEntities.includes(entity))
          .map((entity) => ({ value: entity, label: say(historyEntityWords[entity], language) }))}
        value={wish.entity}
        onChoose={(value) => onChoose('entity', value)}
      />
      {may('structures.list') && (
        <StructureFilter
          label={t('kit.history.place')}
          every={t('kit.history.everyPlace')}
          value={wish.place ?? ''}
          onChange={(value) => onChoose('place', value)}
        />
      )}
      {may('control.history') && (
        <ClientChoice value={wish.organisation ?? ''} onChange={(value) => onChoose('organisation', value)} />
      )}
      <Period wish={wish} onChoose={onChoose} />
    </>
  );
}

function ClientChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useKitT();
  const { data: clients = [] } = useRead(
    reading<HistoryOrganisation[]>({ about: 'history', path: '/history/organisations', staleTime: 60_000 }),
  );
  return (
    <SelectFilter
      label={t('kit.history.client')}
      every={t('kit.history.everyClient')}
      choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChoose={onChange}
    />
  );
}

function Period({ wish, onChoose }: HistoryFiltersProps) {
  const t = useKitT();
  return (
    <div className="history-tools__period">
      <DayFilter
        label={t('kit.history.from')}
        end="from"
        value={wish.from}
        onChoose={(value) => onChoose('from', value)}
      />
      <DayFilter label={t('kit.history.until')} end="to" value={wish.to} onChoose={(value) => onChoose('to', value)} />
    </div>
  );
}
