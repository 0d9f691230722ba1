import type { RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { call, useAct, violationsOf } from '../../data/index.ts';
import { useDraftKeeper, useKeptDraft } from '../../kit/forms/keptTyping.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useIsEnded } from '../../kit/forms/unsaved.ts';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { usePointAtErrors } from '../../kit/forms/usePointAtErrors.ts';
import { useKitT } from '../../kit/messages.ts';
import { useRolloutT } from '../messages.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { RingsPart } from './RingsPart.tsx';
import { RulesPart } from './RulesPart.tsx';
import {
  type FieldError,
  inputOf,
  type NewSubject,
  newDraft,
  presetRings,
  presetsOf,
  type RolloutDraft,
  startPath,
  type Violations,
  violationsIn,
} from './rolloutDraft.ts';
import { StartRollout } from './StartRollout.tsx';
import '../rollouts.css';

interface NewRolloutProps {
  /** Null while it is incomplete, as a value that is still to be typed. */
  subject: NewSubject | null;
  kind: NewSubject['kind'];
  /** What it gives, as a text. */
  name: string;
  /** The models that a ring can select. */
  offeredModels: readonly string[];
  /** The page to which Cancel leads. */
  backTo: string;
  /** Between the head and the rings. */
  above?: ReactNode;
  /** The reader asks for something while `subject` is null. */
  onIncomplete?: () => void;
}

/** A new rollout of any kind: rings, rules, a dry run, and the start. */
export function NewRollout({ subject, kind, name, offeredModels, backTo, above, onIncomplete }: NewRolloutProps) {
  const t = useRolloutT();
  const { draft, setDraft, isDirty } = useNewDraft(kind);
  const [isChecked, setChecked] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const { preview, start, started } = useCalls(() => setStarting(false));
  const violations = subject ? violationsIn(draft, subject) : new Map();
  const refused = new Map(
    violationsOf(preview.error ?? start.error).map(({ propertyPath, message }) => [propertyPath, message]),
  );
  const errorOf = (path: string) => (isChecked ? (saying(violations, path) ?? refused.get(path)) : undefined);
  const page = useRef<HTMLDivElement>(null);
  const pointAtErrors = usePointAtErrors(page);
  const ask = (then?: () => void) => {
    setChecked(true);
    if (!subject) onIncomplete?.();
    else if (violations.size === 0) void preview.actAsync({ draft, subject }).then(then, () => undefined);
    else pointAtErrors();
  };
  const { answer } = preview;
  const isEnded = useIsEnded();
  const seen = answer?.of === draft && isSame(answer.subject, subject) ? answer.found : null;
  return (
    <div className="page page--narrow" ref={page}>
      <div className="page__head">
        <h1>{t('rollouts.create.title', { subject: name })}</h1>
      </div>
      <p className="soft">{t('rollouts.create.lead')}</p>
      {above}
      <RingsPart
        kind={kind}
        rings={draft.rings}
        offeredModels={offeredModels}
        errorOf={errorOf}
        onChange={(rings) => setDraft({ ...draft, rings })}
      />
      <RulesPart kind={kind} draft={draft} errorOf={errorOf} onChange={setDraft} />
      {answer && <PreviewPart found={answer.found} isStale={!seen} />}
      <Foot
        backTo={backTo}
        isBusy={preview.isPending || start.isPending || isEnded}
        onDryRun={() => ask()}
        onStart={() => ask(() => setStarting(true))}
      />
      {isStarting && seen && subject && (
        <StartRollout
          kind={kind}
          name={name}
          found={seen}
          isPending={start.isPending}
          onStart={() => start.act({ draft, subject })}
          onClose={() => setStarting(false)}
        />
      )}
      <UnsavedGuard isDirty={isDirty && !started} />
    </div>
  );
}

interface FootProps {
  backTo: string;
  isBusy: boolean;
  onDryRun: () => void;
  onStart: () => void;
}

function Foot({ backTo, isBusy, onDryRun, onStart }: FootProps) {
  const t = useRolloutT();
  const kitT = useKitT();
  const hintId = useId();
  return (
    <div className="rollout-foot">
      <button type="button" className="button" aria-describedby={hintId} disabled={isBusy} onClick={onDryRun}>
        {t('rollouts.create.dryRun')}
      </button>
      <span id={hintId} className="soft rollout-foot__hint">
        {t('rollouts.create.dryHint')}
      </span>
      <button type="button" className="button button--main" disabled={isBusy} onClick={onStart}>
        {t('rollouts.create.start')}
      </button>
      <Link className="button" to={backTo}>
        {kitT('kit.cancel')}
      </Link>
    </div>
  );
}

/** The draft, which begins as the first preset of its kind, or as it was when the session ended. */
function useNewDraft(kind: NewSubject['kind']) {
  const t = useRolloutT();
  const [atFirst] = useState(() =>
    newDraft(
      presetRings(presetsOf(kind)[0], (ring) => t(`rollouts.create.${ring}`)),
      kind,
    ),
  );
  const kept = useKeptDraft<Partial<RolloutDraft>>('rollout');
  const [draft, setDraft] = useState<RolloutDraft>(kept ? { ...atFirst, ...kept } : atFirst);
  const isDirty = draft !== atFirst;
  useDraftKeeper('rollout', isDirty ? draft : null);
  return { draft, setDraft, isDirty };
}

function saying(violations: Violations, path: string): FieldError | undefined {
  const fieldError = violations.get(path);
  return fieldError && { message: fieldError.key, args: fieldError.args };
}

function isSame(one: NewSubject, other: NewSubject | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Sent {
  draft: RolloutDraft;
  subject: NewSubject;
}

/** The dry run and the start. The result of a dry run is kept with the draft that it was computed for. */
function useCalls(onRefused: () => void) {
  const [started, setStarted] = useState<RolloutView | null>(null);
  const preview = useAct({
    changes: 'nothing',
    send: async ({ draft, subject }: Sent) => ({
      of: draft,
      subject,
      found: await call<RolloutPreview>(`${startPath(subject)}/preview`, {
        method: 'POST',
        body: inputOf(draft, subject),
      }),
    }),
  });
  const start = useAct({
    changes: 'rollouts',
    send: ({ draft, subject }: Sent) =>
      call<RolloutView>(startPath(subject), { method: 'POST', body: inputOf(draft, subject) }),
    onDone: setStarted,
    onRefused,
  });
  useLeaveTo(started && `/rollouts/${started.id}`);
  return { preview, start, started };
}
