import { Switch } from '../../kit/inputs/Switch.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useRolloutT } from '../messages.ts';

interface DraftSwitchProps {
  kind: 'program' | 'menu';
  record: { approved: boolean; approvedRevision: number | null };
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/**
 * MNU-03: for people whose changes are approved at once: the choice to save one as a draft instead, and to roll it out
 * in rings afterwards.
 */
export function DraftSwitch({ kind, record, isOn, onChange }: DraftSwitchProps) {
  const t = useRolloutT();
  const may = useMay();
  if (!record.approved || !may(`${kind}s.rollOut`)) return null;
  return (
    <div className="draft-switch">
      <Switch
        label={t('rollouts.draft.label')}
        hint={
          isOn
            ? t(kind === 'menu' ? 'rollouts.draft.onMenu' : 'rollouts.draft.on', {
                revision: record.approvedRevision ?? '',
              })
            : t(kind === 'program' ? 'rollouts.draft.offProgram' : 'rollouts.draft.offMenu')
        }
        isChoice
        isOn={isOn}
        onChange={onChange}
      />
    </div>
  );
}

/** The page after saving: that of the rollout when there is a draft to roll out, else the record's own. */
export function afterSaving(
  kind: 'program' | 'menu',
  { id, revision, approvedRevision }: { id: string; revision: number; approvedRevision: number | null },
  isDraft: boolean,
): string {
  return `/${kind}s/${id}/${isDraft && revision !== approvedRevision ? 'rollout' : 'show'}`;
}
