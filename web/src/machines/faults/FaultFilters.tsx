import { say } from '@fournil/contract/kit/words';
import { faultKinds, faultKindWords, faultPeriods } from '@fournil/contract/machines/faultList';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { useRecord } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { DayFilter } from '../../kit/lists/DayFilter.tsx';
import { FilterChip } from '../../kit/lists/FilterChip.tsx';
import { FilterRow } from '../../kit/lists/FilterRow.tsx';
import { Presets } from '../../kit/lists/Presets.tsx';
import { SelectFilter } from '../../kit/lists/SelectFilter.tsx';
import { useFilterChoice } from '../../kit/lists/useFilterChoice.ts';
import { useKitT } from '../../kit/messages.ts';
import { May } from '../../kit/session/May.tsx';
import { StructureFilter } from '../../kit/structures/StructureFilter.tsx';
import { useT } from '../messages.ts';

/** The periods by the hours of each structure; they take the place of days that were chosen. */
export function FaultPeriods() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const { period, from, to, ...others } = filterValues;
  return (
    <Presets
      label={t('machines.faults.period')}
      presets={[undefined, ...faultPeriods].map((one) => ({
        name: one ?? 'all',
        label: t(`machines.faults.periods.${one ?? 'all'}`),
        isPressed: period === one && from === undefined && to === undefined,
        onPress: () => setFilters(one ? { ...others, period: one } : others),
      }))}
    />
  );
}

export function FaultFilters() {
  const t = useT();
  const { language } = useDates();
  const { filterValues, choose } = useFilterChoice();
  const { setFilters } = useListContext();
  const { q: _, period, machine: __, ...shown } = filterValues;
  const chooseDay = (end: 'from' | 'to', day: string) => {
    const { period: _period, [end]: _day, ...others } = filterValues;
    setFilters(day ? { ...others, [end]: day } : others);
  };
  return (
    <FilterRow active={Object.keys(shown).length}>
      <SelectFilter
        label={t('machines.faults.kind')}
        every={t('machines.faults.everyKind')}
        choices={faultKinds.map((kind) => ({
          value: kind,
          label: `${kind === 'outage' ? '' : `${kind} `}${say(faultKindWords(kind), language)}`,
        }))}
        value={filterValues['kind']}
        onChoose={(value) => choose('kind', value)}
      />
      <SelectFilter
        label={t('machines.faults.state')}
        every={t('machines.faults.everyState')}
        choices={[
          { value: 'true', label: t('machines.faults.states.open') },
          { value: 'false', label: t('machines.faults.states.ended') },
        ]}
        value={filterValues['open']}
        onChoose={(value) => choose('open', value)}
      />
      <May act="structures.open">
        <StructureFilter
          label={t('machines.faults.structure')}
          every={t('machines.faults.everyStructure')}
          value={filterValues['structure'] ?? ''}
          onChange={(value) => choose('structure', value)}
        />
      </May>
      {(['from', 'to'] as const).map((end) => (
        <DayFilter
          key={end}
          label={t(`machines.faults.${end}`)}
          end={end}
          value={filterValues[end]}
          onChoose={(day) => chooseDay(end, day)}
        />
      ))}
    </FilterRow>
  );
}

/** The one machine of the list, to which a link from its page has narrowed it. */
export function OneMachine() {
  const { filterValues, choose } = useFilterChoice();
  const { machine } = filterValues;
  return machine ? <MachineChip id={machine} onRemove={() => choose('machine', '')} /> : null;
}

function MachineChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const { data } = useRecord<MachineView>('machines', id);
  const label = t('machines.faults.machine');
  return (
    <FilterChip label={label} remove={kitT('kit.filters.remove', { name: label })} onRemove={onRemove}>
      {data?.name ?? '…'}
    </FilterChip>
  );
}
