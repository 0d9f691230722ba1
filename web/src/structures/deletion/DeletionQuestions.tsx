import type { DeletionChoice } from '@fournil/contract/structures/structure';
import { useT } from '../messages.ts';
import { type Deletion, movedMachines } from './deletion.ts';
import './deletion.css';

interface DeletionQuestionsProps {
  deletion: Deletion;
  choice: DeletionChoice;
  onChoice: (choice: DeletionChoice) => void;
}

export function DeletionQuestions({ deletion, choice, onChoice }: DeletionQuestionsProps) {
  const t = useT();
  const { children, below, count, relatedUsers } = deletion;
  const machines = movedMachines(deletion, choice);
  const several = count > 1;
  const texts = useTexts(deletion);
  return (
    <>
      {children === 0 && machines === 0 && <p>{t('structures.remove.nothing', { smart_count: count })}</p>}
      {children > 0 && (
        <Question
          name="children"
          legend={t(several ? 'structures.remove.childrenSeveral' : 'structures.remove.children', {
            smart_count: several ? below : children,
          })}
          value={choice.children}
          options={[
            ...(deletion.mayMoveUp ? [{ value: 'moveUp' as const, label: texts.childrenUp }] : []),
            { value: 'delete' as const, label: t('structures.remove.childrenDelete', { smart_count: below }) },
          ]}
          onPick={(value) => onChoice({ ...choice, children: value })}
        />
      )}
      {machines > 0 && (
        <Question
          name="machines"
          legend={t(
            several || choice.children === 'delete'
              ? 'structures.remove.machinesSeveral'
              : 'structures.remove.machines',
            {
              smart_count: machines,
            },
          )}
          value={choice.machines}
          options={[
            ...(deletion.mayMoveMachinesUp ? [{ value: 'moveUp' as const, label: texts.machinesUp }] : []),
            ...(deletion.mayUnassign
              ? [{ value: 'unassign' as const, label: t('structures.remove.machinesUnassign') }]
              : []),
          ]}
          onPick={(value) => onChoice({ ...choice, machines: value })}
        />
      )}
      {relatedUsers > 0 && <p className="soft">{t('structures.remove.users', { smart_count: relatedUsers })}</p>}
    </>
  );
}

function useTexts({ parent }: Deletion) {
  const t = useT();
  if (parent)
    return {
      childrenUp: t('structures.remove.childrenUp', { name: parent.name }),
      machinesUp: t('structures.remove.machinesUp', { name: parent.name }),
    };
  const childrenUp = t(parent === null ? 'structures.remove.childrenTop' : 'structures.remove.childrenAbove');
  return { childrenUp, machinesUp: t('structures.remove.machinesAbove') };
}

interface QuestionProps<Value extends string> {
  name: string;
  legend: string;
  value: Value | undefined;
  options: { value: Value; label: string }[];
  onPick: (value: Value) => void;
}

function Question<Value extends string>({ name, legend, value, options, onPick }: QuestionProps<Value>) {
  return (
    <fieldset className="questions">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={value === option.value} onChange={() => onPick(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
