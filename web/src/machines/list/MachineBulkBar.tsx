import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { Action } from '@fournil/contract/rights/policy';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BulkBar } from '../../kit/bulk/BulkBar.tsx';
import { SingleAction } from '../../kit/bulk/SingleAction.tsx';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../../kit/bulk/useBulkSelection.ts';
import { useSelected } from '../../kit/bulk/useSelected.ts';
import { useKitT } from '../../kit/messages.ts';
import { part } from '../../kit/pages/part.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { InstallDialog } from '../programs/InstallDialog.tsx';
import { DeleteMachines } from './DeleteMachines.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';

// Has the parts of forms, which the list needs for nothing else.
const ZoneDialog = part(() => import('../forms/ZoneDialog.tsx'), 'ZoneDialog');

const switches = ['approve', 'unapprove', 'activate', 'deactivate'] as const;
const rights: Record<(typeof switches)[number], Action> = {
  approve: 'machines.approve',
  unapprove: 'machines.approve',
  activate: 'machines.activate',
  deactivate: 'machines.activate',
};

type Dialog = 'install' | 'uninstall' | 'place' | 'zone' | 'delete';

/** BLK-01: the actions on the selected machines, as far as the policy allows them. */
export function MachineBulkBar() {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const selected = useBulkSelection();
  const { ask, dialog, isPending } = useBulk(selected.selection);
  const { selected: seen } = useSelected<MachineView>();
  const [open, setOpen] = useState<Dialog | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  if (selected.count === 0) return null;
  return (
    <BulkBar label={t('machines.bulk.label')} selected={selected}>
      {may('machines.edit') && (
        <SingleAction count={selected.count} onAct={() => navigate(`/machines/${seen[0]?.id}`)}>
          {kitT('kit.edit')}
        </SingleAction>
      )}
      <button
        type="button"
        disabled={!may('programMachines.create') || !may('programs.list')}
        onClick={() => setOpen('install')}
      >
        <Icon name="programs" size={16} />
        {t('machines.bulk.install')}
      </button>
      <button
        type="button"
        disabled={!may('programMachines.delete') || !may('programs.list')}
        onClick={() => setOpen('uninstall')}
      >
        {t('machines.bulk.uninstall')}
      </button>
      <button type="button" disabled={!may('structures.addMachine')} onClick={() => setOpen('place')}>
        <Icon name="structures" size={16} />
        {t('machines.bulk.place')}
      </button>
      <button type="button" disabled={!may('machines.edit')} onClick={() => setOpen('zone')}>
        {t('machines.bulk.zone')}
      </button>
      {switches.map((name) => (
        <button
          key={name}
          type="button"
          disabled={!may(rights[name]) || isPending}
          onClick={() => ask(`machines.${name}` satisfies BulkVerb, {}, t(`machines.bulk.${name}`))}
        >
          {t(`machines.bulk.${name}`)}
        </button>
      ))}
      <button type="button" disabled={!may('machines.delete')} onClick={() => setOpen('delete')}>
        <Icon name="trash" size={16} />
        {t('machines.bulk.delete')}
      </button>
      <OpenDialog open={open} machines={seen} count={selected.count} ask={ask} onClose={close} />
      {dialog}
    </BulkBar>
  );
}

interface OpenDialogProps {
  open: Dialog | null;
  machines: readonly MachineView[];
  count: number;
  ask: ReturnType<typeof useBulk>['ask'];
  onClose: () => void;
}

/** What an action still has to know; its preview follows. */
function OpenDialog({ open, machines, count, ask, onClose }: OpenDialogProps) {
  const t = useT();
  const go: typeof ask = (...asked) => {
    onClose();
    ask(...asked);
  };
  switch (open) {
    case 'install':
    case 'uninstall':
      return (
        <InstallDialog
          machines={machines}
          count={count}
          isRemoval={open === 'uninstall'}
          onClose={onClose}
          onChosen={(programs, label) => go(`machines.${open}`, { programs }, label)}
        />
      );
    case 'place':
      return (
        <PlaceDialog
          count={count}
          onClose={onClose}
          onChosen={(structure, name) => go('machines.place', { structure }, t('machines.bulk.placed', { name }))}
        />
      );
    case 'zone':
      return (
        <ZoneDialog
          count={count}
          onClose={onClose}
          onChosen={(timezone) => {
            const label = t('machines.zone.done', { timezone: timezone ?? t('machines.zone.asStructure') });
            go('machines.zone', { timezone }, label);
          }}
        />
      );
    case 'delete':
      return (
        <DeleteMachines
          count={count}
          onClose={onClose}
          onChosen={(deletePrograms) =>
            go(
              'machines.delete',
              { deletePrograms },
              t('machines.remove.several', { smart_count: count }),
              t(deletePrograms ? 'machines.remove.destroyed' : 'machines.remove.kept'),
            )
          }
        />
      );
    case null:
      return null;
  }
}
