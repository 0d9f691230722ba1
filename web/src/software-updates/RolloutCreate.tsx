import type { RolloutPreview, RolloutView } from '@fournil/contract/software-updates/rollout';
import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useId, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { call, problemOf } from '../kit/api.ts';
import { Failed } from '../kit/Failed.tsx';
import { useDraftKeeper, useKeptDraft } from '../kit/keptTyping.ts';
import { useKitT } from '../kit/messages.ts';
import { UnsavedGuard } from '../kit/UnsavedGuard.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { RingsPart } from './RingsPart.tsx';
import { RolloutSettings } from './RolloutSettings.tsx';
import {
  type Fault,
  type Faults,
  faultsIn,
  inputOf,
  newDraft,
  presetRings,
  type RolloutDraft,
} from './rolloutDraft.ts';
import { useRolloutT } from './rolloutMessages.ts';
import { StartRollout } from './StartRollout.tsx';
import { useUpdate } from './useUpdate.ts';

/** `/software-updates/{id}/rollout`: rings, rules, a dry run, and the start. */
export function RolloutCreate() {
  const t = useRolloutT();
  const { data: update, error, refetch } = useUpdate();
  useTitle(update ? t('rollouts.create.title', { version: update.version }) : t('rollouts.title'));
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
  const faults = faultsIn(input);
  const refused = violationsOf(preview.error ?? start.error);
  const ask = (then?: () => void) => {
    setChecked(true);
    if (faults.size === 0) preview.mutate(draft, { onSuccess: () => then?.() });
  };
  const seen = preview.data?.of === draft ? preview.data.found : null;
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('rollouts.create.title', { version: update.version })}</h1>
      </div>
      <p className="soft">{t('rollouts.create.lead')}</p>
      <RingsPart
        rings={draft.rings}
        offeredModels={update.models}
        faultOf={(path) => (isChecked ? (saying(faults, path) ?? refused.get(path)) : undefined)}
        onChange={(rings) => setDraft({ ...draft, rings })}
      />
      <RolloutSettings
        draft={draft}
        faultOf={(path) => (isChecked ? (saying(faults, path) ?? refused.get(path)) : undefined)}
        onChange={setDraft}
      />
      {preview.data && <PreviewPart found={preview.data.found} isStale={!seen} />}
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
          onStart={() => start.mutate(draft)}
          onClose={() => setStarting(false)}
        />
      )}
      <UnsavedGuard isDirty={draft !== atFirst && !started} />
    </div>
  );
}

function saying(faults: Faults, path: string): Fault | undefined {
  const fault = faults.get(path);
  return fault && { message: fault.key, args: fault.args };
}

function violationsOf(error: unknown): ReadonlyMap<string, string> {
  return new Map((problemOf(error)?.violations ?? []).map(({ propertyPath, message }) => [propertyPath, message]));
}

/** The dry run and the start. What was looked at is kept with the draft that it was about. */
function useCalls(update: string, onRefused: () => void) {
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [started, setStarted] = useState<RolloutView | null>(null);
  const say = (error: unknown) =>
    notify(problemOf(error)?.violations?.[0]?.message ?? errorText(error), { type: 'warning' });
  const preview = useMutation({
    mutationFn: async (draft: RolloutDraft) => ({
      of: draft,
      found: await call<RolloutPreview>('/rollouts/preview', { method: 'POST', body: inputOf(draft, update) }),
    }),
    onError: say,
  });
  const start = useMutation({
    mutationFn: (draft: RolloutDraft) =>
      call<RolloutView>('/rollouts', { method: 'POST', body: inputOf(draft, update) }),
    onSuccess: (rollout) => {
      setStarted(rollout);
      for (const key of ['rollouts', 'software_updates']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => {
      onRefused();
      say(error);
    },
  });
  const id = started?.id;
  useEffect(() => {
    if (id) navigate(`/rollouts/${id}`);
  }, [id, navigate]);
  return { preview, start, started };
}
