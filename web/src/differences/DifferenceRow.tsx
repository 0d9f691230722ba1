import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { SelectOne } from '../kit/bulk/SelectOne.tsx';
import { When } from '../kit/format/When.tsx';
import { MoreMenu } from '../kit/MoreMenu.tsx';
import { useKitT } from '../kit/messages.ts';
import { part } from '../kit/pages/part.tsx';
import { useMay } from '../kit/session/profile.ts';
import { ProgramPicture } from '../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { Changes } from './Changes.tsx';
import { useT } from './messages.ts';
import { useDecisions } from './useDecisions.tsx';

/** The drawings and their table are loaded when they are asked for. */
const ComparisonPanel = part(() => import('./ComparisonPanel.tsx'), 'ComparisonPanel');

interface DifferenceRowProps {
  row: ProgramMachineView;
  /** Undefined while it loads. */
  machine: MachineView | undefined;
  canSelect: boolean;
  isOpenAtFirst: boolean;
}

export function DifferenceRow({ row, machine, canSelect, isOpenAtFirst }: DifferenceRowProps) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { choices, dialog } = useDecisions(row);
  const of = { program: row.program.name ?? t('differences.restricted'), oven: row.machineName };
  return (
    <>
      <tr data-open={isOpen || undefined}>
        {canSelect && (
          <td className="data-table__select">
            <SelectOne id={row.id} label={t('differences.select', of)} />
          </td>
        )}
        <td>
          <Program row={row} />
        </td>
        <td>
          <Oven row={row} structureName={machine?.structureName ?? null} />
        </td>
        <td className="differences__changes">
          <Changes row={row} />
        </td>
        <td data-label={t('differences.since')}>
          <When at={row.since} machine={machine} />
        </td>
        <td>
          <span className="differences__act">
            <button
              type="button"
              className="button button--small"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t(isOpen ? 'differences.compare.closeOf' : 'differences.compare.of', of)}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'differences.compare.close' : 'differences.compare.open')}
            </button>
            <MoreMenu
              isBare
              label={t('differences.act.menu', of)}
              entries={choices.map(({ name, act }) => ({ label: t(`differences.act.${name}`), act }))}
            />
          </span>
          {dialog}
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="data-table__detail">
          <td colSpan={canSelect ? 6 : 5}>
            <ComparisonPanel
              row={row}
              choices={choices}
              waiting={<span className="skeleton" style={{ width: '100%', height: 160 }} />}
            />
          </td>
        </tr>
      )}
    </>
  );
}

function Program({ row: { program } }: { row: ProgramMachineView }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const className = `differences__name ${program.approved ? 'name--approved' : 'name--unapproved'}`;
  const name = (
    <>
      <StateSign sign={program.approved ? 'approved' : 'unapproved'} />
      <span>{program.name ?? t('differences.restricted')}</span>
    </>
  );
  return (
    <span className="differences__program">
      <ProgramPicture program={program} />
      {program.restricted || !may('programs.show') ? (
        <span className={className} title={program.restricted ? kitT('kit.restrictedProgram') : undefined}>
          {name}
        </span>
      ) : (
        <Link className={className} to={`/programs/${program.id}/show`}>
          {name}
        </Link>
      )}
    </span>
  );
}

function Oven({ row, structureName }: { row: ProgramMachineView; structureName: string | null }) {
  const may = useMay();
  return (
    <span className="differences__oven">
      {may('machines.show') ? (
        <Link className="clamp" to={`/machines/${idOf(row.machine)}/show`} title={row.machineName}>
          {row.machineName}
        </Link>
      ) : (
        <span>{row.machineName}</span>
      )}
      {structureName && <small className="soft clamp">{structureName}</small>}
    </span>
  );
}
