import { limits } from '@fournil/contract/phases/limits';
import { peakTemperatureCelsius, waterCentilitres } from '@fournil/contract/phases/settings';
import type { ReactNode } from 'react';
import { durationText } from '../../kit/format/duration.ts';
import { rem } from '../../kit/rem.ts';
import { useEditor } from '../editor.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** Name, figures and tools of the program. */
export function EditorHead({ title, onPrint }: { title: ReactNode; onPrint: () => void }) {
  const t = useT();
  const { settings, total, formerTotal, unit } = useEditor();
  const words = useEntryWords(settings, unit);
  return (
    <div className="phases__head">
      {title}
      <dl className="phases__facts">
        <div>
          <dt>{t('phases.facts.total')}</dt>
          <dd>
            {durationText(total)} {total < formerTotal && <s>{durationText(formerTotal)}</s>}
          </dd>
        </div>
        <div>
          <dt>{t('phases.facts.peak')}</dt>
          <dd>{words.temperature(peakTemperatureCelsius(settings))}</dd>
        </div>
        <div>
          <dt>{t('phases.facts.steps')}</dt>
          <dd>
            {settings.heat.length} <span>{t('phases.facts.of', { max: limits.phasesPerGroup })}</span>
          </dd>
        </div>
        <div>
          <dt>{t('phases.facts.water')}</dt>
          <dd>{`${waterCentilitres(settings)} cl`}</dd>
        </div>
      </dl>
      <EditorTools onPrint={onPrint} />
    </div>
  );
}

function EditorTools({ onPrint }: { onPrint: () => void }) {
  const t = useT();
  const { state, dispatch, unit, setUnit } = useEditor();
  return (
    <div className="phases__tools">
      <button
        type="button"
        className="icon-button"
        disabled={state.past.length === 0}
        aria-label={t('phases.tools.undo')}
        title={`${t('phases.tools.undo')} (Ctrl Z)`}
        onClick={() => dispatch({ do: 'undo' })}
      >
        <Turn />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={state.future.length === 0}
        aria-label={t('phases.tools.redo')}
        title={`${t('phases.tools.redo')} (Ctrl Y)`}
        onClick={() => dispatch({ do: 'redo' })}
      >
        <Turn isForward />
      </button>
      <fieldset className="phases__unit" aria-label={t('phases.tools.unit')}>
        {(['C', 'F'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={unit === one} onClick={() => setUnit(one)}>
            {`°${one}`}
          </button>
        ))}
      </fieldset>
      <button type="button" className="button phases__print" onClick={onPrint}>
        <svg
          className="icon"
          width={rem(16)}
          height={rem(16)}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z" />
        </svg>
        {t('phases.tools.print')}
      </button>
    </div>
  );
}

function Turn({ isForward = false }: { isForward?: boolean }) {
  return (
    <span style={isForward ? { transform: 'scaleX(-1)', display: 'inline-flex' } : { display: 'inline-flex' }}>
      <svg
        className="icon"
        width={rem(18)}
        height={rem(18)}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4" />
      </svg>
    </span>
  );
}
