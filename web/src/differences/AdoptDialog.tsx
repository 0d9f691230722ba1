import type { Problem } from '@fournil/contract/kit/problem';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useRecord, useViolationText } from '../data/index.ts';
import { useMay } from '../kit/session/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { phaseViolationOf, usePhasesT } from '../phases/index.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { useT } from './messages.ts';

interface AdoptDialogProps {
  title: string;
  /** Null for the changes of several ovens. */
  programId: string | null;
  isPending: boolean;
  /** The rules of programs that the change breaks. */
  violations?: NonNullable<Problem['violations']>;
  onAdopt: (reason: string | null) => void;
  onClose: () => void;
}

/** Says what the change becomes, and asks why it is adopted. */
export function AdoptDialog({ title, programId, isPending, violations = [], onAdopt, onClose }: AdoptDialogProps) {
  const t = useT();
  return (
    <DecisionDialog
      title={title}
      submit={t('differences.adopt.submit')}
      isPending={isPending}
      onDecide={({ reason }) => onAdopt(reason)}
      onClose={onClose}
      below={violations.length > 0 && <Against violations={violations} />}
    >
      {programId === null ? <SeveralOutcomes /> : <Outcome programId={programId} />}
    </DecisionDialog>
  );
}

function SeveralOutcomes() {
  const t = useT();
  const may = useMay();
  return (
    <>
      <p>{t(may('programs.approve') ? 'differences.adopt.approvedEach' : 'differences.adopt.waitsEach')}</p>
      <p className="soft">{t('differences.adopt.oneEach')}</p>
    </>
  );
}

function Outcome({ programId }: { programId: string }) {
  const t = useT();
  const may = useMay();
  const { data: program } = useRecord<ProgramView>('programs', programId, { isAfresh: true });
  if (!program)
    return <p>{t(may('programs.approve') ? 'differences.adopt.approvedEach' : 'differences.adopt.waitsEach')}</p>;
  const { name, revision, approvedRevision, machineCount } = program;
  const next = { program: name, revision: revision + 1 };
  return (
    <>
      <p>
        {may('programs.approve')
          ? t('differences.adopt.approved', { ...next, smart_count: machineCount })
          : t('differences.adopt.waits', next)}
      </p>
      {revision !== approvedRevision && <p className="soft">{t('differences.adopt.overtakes', { revision })}</p>}
    </>
  );
}

function Against({ violations }: { violations: NonNullable<Problem['violations']> }) {
  const t = useT();
  const phasesT = usePhasesT();
  const textOf = useViolationText();
  return (
    <div role="alert">
      <p>{t('differences.adopt.against')}</p>
      <ul className="outcomes">
        {violations.map((violation) => {
          const at = phaseViolationOf(violation);
          const name =
            at &&
            (at.index === null
              ? phasesT(`phases.lanes.${at.group}`)
              : phasesT(`phases.name.${at.group}`, { number: at.index + 1 }));
          return (
            <li key={`${violation.propertyPath} ${violation.key}`}>
              <StateSign sign="refused" />
              <span>
                {name && <strong>{name} </strong>}
                {textOf(violation)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
