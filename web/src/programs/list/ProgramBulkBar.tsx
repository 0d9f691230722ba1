import { bulkLimits } from '@fournil/contract/bulk/bulk';
import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BulkBar } from '../../kit/bulk/BulkBar.tsx';
import { useBulkT } from '../../kit/bulk/messages.ts';
import { SingleAction } from '../../kit/bulk/SingleAction.tsx';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../../kit/bulk/useBulkSelection.ts';
import { useSelected } from '../../kit/bulk/useSelected.ts';
import { TagPicker } from '../../kit/choices/TagPicker.tsx';
import { useKitT } from '../../kit/messages.ts';
import { part } from '../../kit/pages/part.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useExport } from '../../program-files/index.ts';
import { CompareAction } from '../compare/CompareAction.tsx';
import { useDuplicate } from '../copy/useDuplicate.tsx';
import { useT } from '../messages.ts';

const InstallPrograms = part(() => import('../InstallPrograms.tsx'), 'InstallPrograms');

/** BLK-01: the actions on the selected programs. */
export function ProgramBulkBar() {
  const t = useT();
  const may = useMay();
  const selected = useBulkSelection();
  const { ask, dialog, isPending } = useBulk(selected.selection);
  const { selected: seen } = useSelected<ProgramView>();
  const exporting = useExport();
  const { duplicate, question } = useDuplicate();
  const [open, setOpen] = useState<'install' | 'uninstall' | 'tag' | 'untag' | null>(null);
  const isWhole = selected.isAll || !isNameable(seen.length, selected.count);
  const labelOf = useInstallLabel(seen, isWhole);
  if (selected.count === 0) return null;
  return (
    <BulkBar label={t('resources.programs.bulk.label')} selected={selected}>
      <EditAction count={selected.count} id={seen[0]?.id} />
      {may('programs.create') && (
        <SingleAction count={selected.count} onAct={() => seen[0] && duplicate(seen[0])}>
          {t('resources.programs.duplicate.action')}
        </SingleAction>
      )}
      <CompareAction count={selected.count} ids={seen.map(({ id }) => id)} />
      {(['approve', 'unapprove'] as const).map((name) => (
        <button
          key={name}
          type="button"
          disabled={!may('programs.approve') || isPending}
          onClick={() => ask(`programs.${name}`, {}, t(`resources.programs.bulk.${name}`))}
        >
          {t(`resources.programs.bulk.${name}`)}
        </button>
      ))}
      <button type="button" disabled={!may('programMachines.create')} onClick={() => setOpen('install')}>
        <Icon name="machines" size={16} />
        {t('resources.programs.bulk.install')}
      </button>
      <button type="button" disabled={!may('programMachines.delete')} onClick={() => setOpen('uninstall')}>
        {t('resources.programs.bulk.uninstall')}
      </button>
      {(['tag', 'untag'] as const).map((name) => (
        <button key={name} type="button" disabled={!may('tags.assign')} onClick={() => setOpen(name)}>
          {name === 'tag' && <Icon name="tags" size={16} />}
          {t(`resources.programs.bulk.${name}`)}
        </button>
      ))}
      <button
        type="button"
        disabled={!may('programs.export') || exporting.isPending || selected.isAll}
        onClick={() => exporting.act(seen.map(({ id }) => id))}
      >
        {exporting.label}
      </button>
      <button
        type="button"
        disabled={!may('programs.delete') || isPending}
        onClick={() =>
          ask(
            'programs.delete',
            {},
            t('resources.programs.remove.title', { smart_count: selected.count }),
            t('resources.programs.remove.body', { smart_count: selected.count }),
          )
        }
      >
        <Icon name="trash" size={16} />
        {t('resources.programs.bulk.delete')}
      </button>
      {(open === 'tag' || open === 'untag') && (
        <TagPicker
          title={t(`resources.programs.${open}.title`, { smart_count: selected.count })}
          submit={(count) => t(`resources.programs.${open}.submit`, { smart_count: count })}
          {...(open === 'tag' ? { most: programLimits.tags } : {})}
          onClose={() => setOpen(null)}
          onChosen={(tags) => {
            setOpen(null);
            ask(`programs.${open}`, { tags }, t(`resources.programs.bulk.${open}`));
          }}
        />
      )}
      {(open === 'install' || open === 'uninstall') && (
        <InstallPrograms
          programs={seen}
          {...(isWhole ? { most: bulkLimits.others } : {})}
          isRemoval={open === 'uninstall'}
          onClose={() => setOpen(null)}
          onChosen={(machines) => {
            setOpen(null);
            const label = labelOf(open);
            if (isWhole) ask(`programs.${open}`, { machines }, label);
            else ask(`machines.${open}`, { programs: seen.map(({ id }) => id) }, label, '', { ids: machines });
          }}
        />
      )}
      {question}
      {dialog}
    </BulkBar>
  );
}

/** What an installation or removal is called: by the program's name, where it is one. */
function useInstallLabel([only, other]: readonly ProgramView[], isWhole: boolean) {
  const t = useT();
  const bulkT = useBulkT();
  return (verb: 'install' | 'uninstall') =>
    only && !other && !isWhole
      ? bulkT(`bulk.ofProgram.${verb}`, { name: only.name })
      : t(`resources.programs.bulk.${verb}`);
}

/** Whether an action on machines can name all these programs; otherwise they are its rows, and it names machines. */
const isNameable = (seen: number, selected: number) => seen === selected && seen <= bulkLimits.others;

function EditAction({ count, id }: { count: number; id: string | undefined }) {
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  if (!may('programs.edit')) return null;
  return (
    <SingleAction count={count} onAct={() => navigate(`/programs/${id}`)}>
      {kitT('kit.edit')}
    </SingleAction>
  );
}
