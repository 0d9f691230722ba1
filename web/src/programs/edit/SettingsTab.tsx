import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { PhaseViolation } from '@fournil/contract/phases/rules';
import type { ProgramDetail } from '@fournil/contract/programs/program';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { useDraftKeeper, useKeptDraft } from '../../kit/forms/keptTyping.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useIsEnded } from '../../kit/forms/unsaved.ts';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { changesBetween } from '../../kit/forms/versions.ts';
import { useKitT } from '../../kit/messages.ts';
import { ProgramEditor, phaseViolationOf } from '../../phases/index.ts';
import { afterSaving, DraftSwitch } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { useSaveLabel, useSaveProgram } from './useSaveProgram.ts';

const valuesOf = ({ phaseGroups }: ProgramDetail) => ({ phaseGroups });

/** The settings of a program that exists. */
export function SettingsTab({ program, onLoad }: { program: ProgramDetail; onLoad: (program: ProgramDetail) => void }) {
  const t = useT();
  const kitT = useKitT();
  const initial = useRef(settingsOf(program.phaseGroups));
  const kept = useKeptDraft<typeof initial.current>('settings');
  const [settings, setSettings] = useState(kept ?? initial.current);
  const [problems, setProblems] = useState(0);
  const [isDraft, setDraft] = useState(false);
  const [saved, setSaved] = useState<ProgramDetail | null>(null);
  const saveLabel = useSaveLabel(program);
  const { save, isPending, violations, conflict, forget, fields } = useSaveProgram(program, valuesOf, setSaved);
  const refused = useMemo(
    () => violations.map(phaseViolationOf).filter((violation): violation is PhaseViolation => violation !== null),
    [violations],
  );
  const before = useMemo(() => JSON.stringify(initial.current), []);
  const isDirty = saved === null && JSON.stringify(settings) !== before;
  const isEnded = useIsEnded();
  useDraftKeeper('settings', isDirty ? settings : null);
  useLeaveTo(saved && afterSaving('program', saved, isDraft));
  const sent = () => ({ phaseGroups: phaseGroupsOf(settings), ...(isDraft ? { draft: true } : {}) });
  return (
    <>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/programs/${program.id}/show`}
          changes={changesBetween(program, conflict, fields)}
          onTake={() => onLoad(conflict)}
          onMine={() => save(sent(), conflict.version)}
        />
      )}
      <ProgramEditor
        initial={kept ?? initial.current}
        refused={refused}
        name={program.name}
        description={program.description}
        notes={[`${t('resources.programs.show.revision')} ${program.revision}`]}
        title={<DraftSwitch kind="program" record={program} isOn={isDraft} onChange={setDraft} />}
        onChange={(next, count) => {
          setSettings(next);
          setProblems(count);
        }}
      />
      <div className="form-foot">
        <button
          type="button"
          className="button button--main"
          disabled={problems > 0 || !isDirty || isPending || isEnded}
          onClick={() => {
            forget();
            save(sent(), program.version);
          }}
        >
          {saveLabel(isDirty && !isDraft)}
        </button>
        <Link className="button" to={`/programs/${program.id}/show`}>
          {kitT('kit.cancel')}
        </Link>
        <span role="status">
          {problems > 0 ? (
            <strong className="program-edit__problems">
              {t('resources.programs.edit.toFix', { smart_count: problems })}
            </strong>
          ) : (
            !isDirty && <span className="soft">{t('resources.programs.edit.nothing')}</span>
          )}
        </span>
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </>
  );
}
