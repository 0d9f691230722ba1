import type { MachineView } from '@fournil/contract/machines/machine';
import type { MenuPlace } from '@fournil/contract/menus/holding';
import { type MenuPlaceView, menuLimits } from '@fournil/contract/menus/menu';
import { useInput } from 'ra-core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readingList, useRead } from '../../data/index.ts';
import { PickDialog } from '../../kit/choices/PickDialog.tsx';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StructureChips } from '../../kit/structures/StructureChips.tsx';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useT } from '../messages.ts';
import type { MenuValues } from './menuForm.ts';

type Named = Pick<MenuPlaceView, 'id' | 'name'>;

/** To what the menu is given: structures from the tree, and single machines of its category. */
export function PlacesInput({ known }: { known: readonly MenuPlaceView[] }) {
  const t = useT();
  const category = useWatch<MenuValues, 'category'>({ name: 'category' });
  const { field, fieldState } = useInput<{ places: MenuPlace[] }>({ source: 'places' });
  const places: MenuPlace[] = field.value;
  const [picked, setPicked] = useState<readonly Named[]>(known);
  const named = useMissingNames(places, picked);
  const [isAdding, setAdding] = useState(false);
  const ofKind = (kind: MenuPlace['kind']): Named[] =>
    places
      .filter((place) => place.kind === kind)
      .map(({ id }) => named.find((one) => one.id === id) ?? { id, name: '…' });
  const change = (kind: MenuPlace['kind'], chosen: readonly Named[]) => {
    setPicked([...picked, ...chosen]);
    field.onChange([
      ...places.filter((place) => place.kind !== kind),
      ...chosen.map(({ id }): MenuPlace => ({ kind, id })),
    ]);
  };
  const machines = ofKind('machine');
  return (
    <>
      <StructureChips
        structures={ofKind('structure')}
        onChange={(chosen) => change('structure', chosen)}
        add={t('menus.edit.addStructures')}
        title={t('menus.edit.structuresTitle')}
        submit={(count) => t('menus.edit.structuresSubmit', { smart_count: count })}
      />
      <MachineChips
        machines={machines}
        isOff={!category || places.length >= menuLimits.places}
        onRemove={(id) =>
          change(
            'machine',
            machines.filter((one) => one.id !== id),
          )
        }
        onAdd={() => setAdding(true)}
      />
      {Object.entries(fieldState.error?.types ?? {}).map(([path, text]) => (
        <BrokenRule key={path} text={String(text)} />
      ))}
      {isAdding && (
        <PickDialog<MachineView>
          title={t('menus.edit.machinesTitle')}
          submit={(count) => t('menus.edit.machinesSubmit', { smart_count: count })}
          about="machines"
          path="/machines"
          query={{ category, 'order[name]': 'asc' }}
          without={{ count: machines.length, has: ({ id }) => machines.some((one) => one.id === id) }}
          most={menuLimits.places - places.length}
          lineOf={({ name, structureName }) => ({
            name,
            // Many ovens are named after their shop.
            note: structureName && name.includes(structureName) ? '' : (structureName ?? t('menus.edit.noStructure')),
          })}
          onChosen={(_, chosen) => {
            change('machine', [...machines, ...chosen]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface MachineChipsProps {
  machines: readonly Named[];
  isOff: boolean;
  onRemove: (id: string) => void;
  onAdd: () => void;
}

function MachineChips({ machines, isOff, onRemove, onAdd }: MachineChipsProps) {
  const t = useT();
  return (
    <>
      <ul className="structure-chips">
        {machines.map(({ id, name }) => (
          <li key={id}>
            <Icon name="machines" size={16} />
            <bdi title={name}>{name}</bdi>
            <button
              type="button"
              className="icon-button icon-button--bare"
              aria-label={t('menus.edit.takeAway', { name })}
              onClick={() => onRemove(id)}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={isOff} onClick={onAdd}>
        <Icon name="plus" size={16} />
        {t('menus.edit.addMachines')}
      </button>
    </>
  );
}

/** The names of places that were restored with unsaved input, one structure and the machines at a time. */
function useMissingNames(places: readonly MenuPlace[], picked: readonly Named[]): readonly Named[] {
  const missing = places.filter(({ id }) => picked.every((one) => one.id !== id));
  const structure = useStructure(missing.find(({ kind }) => kind === 'structure')?.id ?? null);
  const id = missing.filter(({ kind }) => kind === 'machine').map((place) => place.id);
  const machines = useRead(
    readingList<MachineView>({
      about: 'machines',
      path: '/machines',
      query: { id, page: 1, itemsPerPage: Math.max(1, id.length) },
      enabled: id.length > 0,
    }),
  ).data?.data;
  return [...picked, ...(structure ? [structure] : []), ...(machines ?? [])];
}
