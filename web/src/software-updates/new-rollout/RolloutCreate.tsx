import type { RolloutPreview, RolloutView } from '@fournil/contract/software-updates/rollout';
import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { call, isGone, useAct, violationsOf } from '../../data/index.ts';
import { useDraftKeeper, useKeptDraft } from '../../kit/forms/keptTyping.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { usePointAtErrors } from '../../kit/forms/usePointAtErrors.ts';
import { useKitT } from '../../kit/messages.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { useRolloutT } from '../rollouts/rolloutMessages.ts';
import { UpdateGone } from '../versions/UpdateShow.tsx';
import { useSoftwareUpdate } from '../versions/useSoftwareUpdate.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { RingsPart } from './RingsPart.tsx';
import { RolloutSettings } from './RolloutSettings.tsx';
import {
  type FieldError,
  inputOf,
  newDraft,
  presetRings,
  type RolloutDraft,
  type Violations,
  violationsIn,
} from './rolloutDraft.ts';
import { StartRollout } from './StartRollout.tsx';

/** `/software-updates/{id}/rollout`: rings, rules, a dry run, and the start. */
export function RolloutCreate() {
  const t = useRolloutT();
  const { data: update, error, refetch } = useSoftwareUpdate();
  useTitle(update ? t('rollouts.create.title', { version: update.version }) : t('rollouts.title'));
  if (isGone(error)) return <UpdateGone />;
  if (error && !update) return <Failed onRetry={() => void refetch()} />;
  if (!update) return <div className="page" aria-busy="true" />;
  if (update.revoked) return <Navigate to={`/software-updates/${update.id}`} replace />;
  return <Draft update={update} />;
}

function Draft({ update }: { update: SoftwareUpdateDetail }) {
  const t = useRolloutT();
  const kitT = useKitT();
  const hintId = useId();
  const [atFirst] = useState(() => newDraft(presetRings('canary', (name) => t(`rollouts.create.${name}`))));
  const kept = useKeptDraft<RolloutDraft>('rollout');
  const [draft, setDraft] = useState<RolloutDraft>(kept ?? atFirst);
  useDraftKeeper('rollout', draft === atFirst ? null : draft);
  const [isChecked, setChecked] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const { preview, start, started } = useCalls(update.id, () => setStarting(false));
  const input = inputOf(draft, update.id);
  const violations = violationsIn(input);
  const refused = new Map(
    violationsOf(preview.error ?? start.error).map(({ propertyPath, message }) => [propertyPath, message]),
  );
  const page = useRef<HTMLDivElement>(null);
  const pointAtErrors = usePointAtErrors(page);
  const ask = (then?: () => void) => {
    setChecked(true);
    if (violations.size === 0) void preview.actAsync(draft).then(then, () => undefined);
    else pointAtErrors();
  };
  const seen = preview.answer?.of === draft ? preview.answer.found : null;
  return (
    <div className="page page--narrow" ref={page}>
      <div className="page__head">
        <h1>{t('rollouts.create.title', { version: update.version })}</h1>
      </div>
      <p className="soft">{t('rollouts.create.lead')}</p>
      <RingsPart
        rings={draft.rings}
        offeredModels={update.models}
        errorOf={(path) => (isChecked ? (saying(violations, path) ?? refused.get(path)) : undefined)}
        onChange={(rings) => setDraft({ ...draft, rings })}
      />
      <RolloutSettings
        draft={draft}
        errorOf={(path) => (isChecked ? (saying(violations, path) ?? refused.get(path)) : undefined)}
        onChange={setDraft}
      />
      {preview.answer && <PreviewPart found={preview.answer.found} isStale={!seen} />}
      <div className="update-form__foot rollout-foot">
        <button
          type="button"
          className="button"
          aria-describedby={hintId}
          disabled={preview.isPending}
          onClick={() => ask()}
        >
          {t('rollouts.create.dryRun')}
        </button>
        <span id={hintId} className="soft rollout-foot__hint">
          {t('rollouts.create.dryHint')}
        </span>
        <button
          type="button"
          className="button button--main"
          disabled={preview.isPending || start.isPending}
          onClick={() => ask(() => setStarting(true))}
        >
          {t('rollouts.create.start')}
        </button>
        <Link className="button" to={`/software-updates/${update.id}`}>
          {kitT('kit.cancel')}
        </Link>
      </div>
      {isStarting && seen && (
        <StartRollout
          version={update.version}
          found={seen}
          isPending={start.isPending}
          onStart={() => start.act(draft)}
          onClose={() => setStarting(false)}
        />
      )}
      <UnsavedGuard isDirty={draft !== atFirst && !started} />
    </div>
  );
}

function saying(violations: Violations, path: string): FieldError | undefined {
  const fieldError = violations.get(path);
  return fieldError && { message: fieldError.key, args: fieldError.args };
}

/** The dry run and the start. The result of a dry run is kept with the draft that it was computed for. */
function useCalls(update: string, onRefused: () => void) {
  const navigate = useNavigate();
  const [started, setStarted] = useState<RolloutView | null>(null);
  const preview = useAct({
    changes: 'nothing',
    send: async (draft: RolloutDraft) => ({
      of: draft,
      found: await call<RolloutPreview>('/rollouts/preview', { method: 'POST', body: inputOf(draft, update) }),
    }),
  });
  const start = useAct({
    changes: 'rollouts',
    send: (draft: RolloutDraft) => call<RolloutView>('/rollouts', { method: 'POST', body: inputOf(draft, update) }),
    onDone: setStarted,
    onRefused,
  });
  const id = started?.id;
  useEffect(() => {
    if (id) navigate(`/rollouts/${id}`);
  }, [id, navigate]);
  return { preview, start, started };
}
