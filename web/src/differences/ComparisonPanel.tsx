import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { useMemo } from 'react';
import { useMay } from '../kit/session/profile.ts';
import { useTypeset } from '../kit/useT.ts';
import { ComparisonTable, ProgramDrawing } from '../phases/index.ts';
import { useT } from './messages.ts';
import type { DecisionChoice } from './useDecisions.tsx';
import './differences.css';

interface ComparisonPanelProps {
  row: ProgramMachineView;
  choices: readonly DecisionChoice[];
}

/** The approved program and that of the oven on one time axis, and what can be decided. */
export function ComparisonPanel({ row, choices }: ComparisonPanelProps) {
  const t = useT();
  const { change, machineName, program } = row;
  if (!change) return null;
  const of = { program: program.name ?? t('differences.restricted'), oven: machineName };
  const { revision, approved } = change;
  return (
    <div className="differences__panel">
      {revision < approved.revision && (
        <p className="soft">{t('differences.compare.older', { revision, approved: approved.revision })}</p>
      )}
      <Sides row={row} />
      {change.baking && <p>{t('differences.baking')}</p>}
      {choices.length > 0 && (
        <div className="differences__choices">
          {choices.map(({ name, act, isPending }) => (
            <button
              key={name}
              type="button"
              className="button"
              disabled={isPending}
              aria-label={t('differences.act.of', { action: t(`differences.act.${name}`), ...of })}
              onClick={act}
            >
              {t(`differences.act.${name}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Sides({ row: { change, reason } }: { row: ProgramMachineView }) {
  const t = useT();
  const may = useMay();
  const typeset = useTypeset();
  const [approved, own] = [change?.approved.phaseGroups, change?.phaseGroups];
  const settings = useMemo(() => approved && own && [settingsOf(approved), settingsOf(own)], [approved, own]);
  const [one, other] = settings ?? [];
  if (!change || !approved || !own || !one || !other)
    return (
      <div>
        {reason && <p>{typeset(reason)}</p>}
        <p className="soft">{t(may('programs.show') ? 'differences.notSent' : 'differences.notShown')}</p>
      </div>
    );
  const heads = [
    t('differences.compare.approved', { revision: change.approved.revision }),
    t('differences.compare.own'),
  ] as const;
  return (
    <>
      <div className="differences__sides">
        <section aria-label={heads[0]}>
          <h3>{heads[0]}</h3>
          <ProgramDrawing phaseGroups={approved} against={other} />
        </section>
        <section aria-label={heads[1]}>
          <h3>{heads[1]}</h3>
          <ProgramDrawing phaseGroups={own} against={one} />
        </section>
      </div>
      <ComparisonTable left={one} right={other} heads={heads} facts={[]} showsAll={false} />
    </>
  );
}
