import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import type { Additions, StructureDetail } from '@fournil/contract/structures/structure';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { DifferencesLink } from '../../differences/index.ts';
import { PickDialog } from '../../kit/choices/PickDialog.tsx';
import { listLink } from '../../kit/lists/listLink.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useNotifyUndoable } from '../../kit/useNotifyUndoable.ts';
import { useT } from '../messages.ts';
import { usePartChange } from './usePartChange.ts';

const shown = 30;

/** STR-04: the machines in a structure and below it; those in the structure itself can be removed, and others added. */
export function MachinesPart({ structure }: { structure: StructureDetail }) {
  const t = useT();
  const notify = useNotify();
  const notifyUndoable = useNotifyUndoable();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useRead(
    readingList<MachineView>({
      about: 'machines',
      path: '/machines',
      query: { structure: structure.id, 'order[name]': 'asc', page: 1, itemsPerPage: shown },
    }),
  );
  const { change, isPending } = usePartChange(structure, 'machines');
  const add = async (ids: string[]) => {
    await change({ add: ids, remove: [] });
    setAdding(false);
    notify(t('structures.show.machinesAdded', { smart_count: ids.length }), { type: 'success' });
  };
  const remove = async ({ id, name }: MachineView) => {
    await change({ add: [], remove: [id] } satisfies Additions);
    notifyUndoable(t('structures.show.machineRemoved', { name }), () => change({ add: [id], remove: [] }));
  };
  return (
    <section className="part">
      <div className="part__head">
        <h2>
          {t('structures.show.machines')} <small>{data?.total ?? structure.nbMachine}</small>
        </h2>
        <May act="structures.addMachine">
          <May act="machines.create">
            <Link
              className="button button--plain"
              aria-label={t('structures.show.newMachine')}
              to={`/machines/create?structure=${structure.id}`}
            >
              {t('structures.show.new')}
            </Link>
          </May>
          <button
            type="button"
            className="button button--plain"
            aria-label={t('structures.show.addMachines')}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" size={16} />
            {t('structures.show.add')}
          </button>
        </May>
      </div>
      <DifferencesLink of={{ structure: structure.id }} />
      {error && <Failed onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="soft part__none">{t('structures.show.noMachines')}</p>}
      <ul className="part__list" aria-busy={!data && !error}>
        {data?.data.map((machine) => (
          <MachineLine
            key={machine.id}
            machine={machine}
            isOwn={machine.structure === structure['@id']}
            isPending={isPending}
            onRemove={() => void remove(machine).catch(() => undefined)}
          />
        ))}
      </ul>
      {data && data.total > data.data.length && (
        <p className="part__more">
          <Link className="link" to={listLink('machines', { structure: structure.id })}>
            {t('structures.show.allMachines', { count: data.total })}
          </Link>
        </p>
      )}
      {structure.nbMachine > 0 && (
        <May act="machines.show">
          <p className="part__more">
            <Link className="link" to={listLink('faults', { structure: structure.id })}>
              {t('structures.show.faults')}
            </Link>
          </p>
        </May>
      )}
      {isAdding && (
        <MachinePicker
          structure={structure}
          isPending={isPending}
          onChosen={(ids) => void add(ids).catch(() => undefined)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface MachinePickerProps {
  structure: StructureDetail;
  isPending: boolean;
  onChosen: (ids: string[]) => void;
  onClose: () => void;
}

/** Chooses machines that are in another structure or in none. */
function MachinePicker({ structure, ...props }: MachinePickerProps) {
  const t = useT();
  return (
    <PickDialog<MachineView>
      {...props}
      title={t('structures.show.addMachines')}
      submit={(count) => t('structures.show.addCount', { smart_count: count })}
      about="machines"
      path="/machines"
      query={{ 'order[structureName]': 'desc' }}
      without={{ count: structure.ownMachineCount, has: (machine) => machine.structure === structure['@id'] }}
      lineOf={(machine) => ({
        sign: <StateSign sign={machineStateOf(machine)} />,
        name: machine.name,
        note: machine.structureName ?? t('structures.show.without'),
      })}
      words={{
        search: t('structures.show.searchMachines'),
        choose: t('structures.show.chooseMachines'),
        none: () => t('structures.show.noneFound'),
      }}
    />
  );
}

interface MachineLineProps {
  machine: MachineView;
  /** The machine is in this structure itself, not in one below it. */
  isOwn: boolean;
  isPending: boolean;
  onRemove: () => void;
}

function MachineLine({ machine, isOwn, isPending, onRemove }: MachineLineProps) {
  const t = useT();
  const may = useMay();
  const mayRemove = may('structures.addMachine') && may('machines.seeWithoutStructure');
  return (
    <li>
      <StateSign sign={machineStateOf(machine)} />
      {may('machines.show') ? (
        <Link className="part__name clamp" title={machine.name} to={`/machines/${machine.id}/show`}>
          {machine.name}
        </Link>
      ) : (
        <span className="part__name clamp">{machine.name}</span>
      )}
      {!isOwn && <span className="soft clamp">{machine.structureName}</span>}
      {isOwn && mayRemove && (
        <button
          type="button"
          className="icon-button icon-button--bare"
          disabled={isPending}
          aria-label={t('structures.show.removeMachine', { name: machine.name })}
          onClick={onRemove}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </li>
  );
}
