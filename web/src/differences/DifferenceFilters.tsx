import type { MachineView } from '@fournil/contract/machines/machine';
import type { MenuView } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { useDeferredValue, useId, useState } from 'react';
import { useRead, useRecord } from '../data/index.ts';
import { PickControl } from '../kit/inputs/PickControl.tsx';
import { FilterChip } from '../kit/lists/FilterChip.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/session/profile.ts';
import { StructureFilter } from '../kit/structures/StructureFilter.tsx';
import { programsReading } from './differenceQueries.ts';
import { useT } from './messages.ts';

/** What is decided, structure, program, and the oven or menu from whose page a link came; kept in the address. */
export function DifferenceFilters() {
  const t = useT();
  const may = useMay();
  const { filterValues, setFilters } = useListContext();
  const { kept, structure, program, machine, menu } = filterValues;
  const choose = (name: string, value: unknown) => {
    const { [name]: _, ...others } = filterValues;
    setFilters(value === null || value === '' ? others : { ...others, [name]: value });
  };
  return (
    <div className="differences__filters">
      <select
        className="control"
        aria-label={t('differences.filters.state')}
        value={kept === undefined ? '' : String(kept)}
        onChange={({ target: { value } }) => choose('kept', value && value === 'true')}
      >
        <option value="false">{t('differences.filters.open')}</option>
        <option value="true">{t('differences.filters.kept')}</option>
        <option value="">{t('differences.filters.all')}</option>
      </select>
      {may('structures.list') && (
        <StructureFilter
          label={t('differences.structure')}
          every={t('differences.filters.everyStructure')}
          value={structure ?? ''}
          onChange={(value) => choose('structure', value)}
        />
      )}
      {may('programs.list') && <ProgramFilter value={program ?? null} onChange={(value) => choose('program', value)} />}
      {machine && <MachineChip id={String(machine)} onRemove={() => choose('machine', null)} />}
      {menu && <MenuChip id={String(menu)} onRemove={() => choose('menu', null)} />}
    </div>
  );
}

function ProgramFilter({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useT();
  const kitT = useKitT();
  const [text, setText] = useState('');
  const { data } = useRead(programsReading(useDeferredValue(text).trim()));
  const known = useRecord<ProgramView>('programs', value ?? '').data;
  const others = (data?.total ?? 0) - (data?.data.length ?? 0);
  return (
    <PickControl
      id={useId()}
      label={t('differences.program')}
      placeholder={t('differences.filters.everyProgram')}
      options={data?.data.map(({ id, name }) => ({ id, label: name })) ?? []}
      known={value ? { id: value, label: known?.name ?? '…' } : null}
      text={text}
      onText={setText}
      more={
        data?.total === 0
          ? t('differences.filters.noProgram')
          : others > 0
            ? kitT('kit.moreMatches', { count: others })
            : undefined
      }
      value={value}
      onChange={onChange}
      aria={{ 'aria-label': t('differences.program') }}
    />
  );
}

function MachineChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useT();
  const { data } = useRecord<MachineView>('machines', id);
  return (
    <FilterChip label={t('differences.filters.machine')} remove={t('differences.filters.remove')} onRemove={onRemove}>
      {data?.name ?? '…'}
    </FilterChip>
  );
}

/** MNU-01 */
function MenuChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useT();
  const { data } = useRecord<MenuView>('menus', id);
  return (
    <FilterChip label={t('differences.filters.menu')} remove={t('differences.filters.removeMenu')} onRemove={onRemove}>
      {data?.name ?? '…'}
    </FilterChip>
  );
}
