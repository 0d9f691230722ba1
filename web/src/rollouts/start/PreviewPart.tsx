import type { LeftOutReason, RolloutPreview } from '@fournil/contract/rollouts/rollout';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useRolloutT } from '../messages.ts';

/** Reasons that a person can do something about, at these machines. */
const withExamples: readonly LeftOutReason[] = ['hardware', 'limits'];

/** The result of the dry run: the machines of each ring, and those left out with the reason. */
export function PreviewPart({
  found: { rings, leftOut, hardwareUntold },
  isStale,
}: {
  found: RolloutPreview;
  isStale: boolean;
}) {
  const t = useRolloutT();
  return (
    <section className="rollout-part preview" data-stale={isStale || undefined} aria-live="polite">
      <h2>{t('rollouts.preview.title')}</h2>
      {isStale && (
        <p className="state">
          <StateSign sign="pending" />
          {t('rollouts.preview.stale')}
        </p>
      )}
      <ol className="preview__rings">
        {rings.map((ring, index) => (
          <Ring key={index} ring={ring} />
        ))}
      </ol>
      <h3>{t('rollouts.preview.leftOut')}</h3>
      {leftOut.length === 0 ? (
        <p className="soft">{t('rollouts.preview.everybody')}</p>
      ) : (
        <ul>
          {leftOut.map(({ reason, machines, examples }) => (
            <li key={reason}>
              {t(`rollouts.preview.reasons.${reason}`, { smart_count: machines })}{' '}
              {withExamples.includes(reason) && <Examples machines={machines} examples={examples} />}
            </li>
          ))}
        </ul>
      )}
      {hardwareUntold > 0 && <p className="soft">{t('rollouts.preview.untold', { smart_count: hardwareUntold })}</p>}
    </section>
  );
}

function Ring({ ring: { name, machines, examples } }: { ring: RolloutPreview['rings'][number] }) {
  const t = useRolloutT();
  return (
    <li>
      <strong>{name}</strong>{' '}
      {machines === 0 ? (
        <span className="field__error">
          <StateSign sign="refused" size={12} />
          {t('rollouts.preview.emptyRing')}
        </span>
      ) : (
        t('rollouts.ring.machines', { smart_count: machines })
      )}
      {examples.length > 0 && (
        <p className="soft">
          <Examples machines={machines} examples={examples} />
        </p>
      )}
    </li>
  );
}

/** The first ones by name, with their client for the maker, and the number of the others. */
function Examples({ machines, examples }: { machines: number; examples: RolloutPreview['rings'][number]['examples'] }) {
  const t = useRolloutT();
  const more = machines - examples.length;
  return (
    <>
      {examples.map(({ name, society }) => (society ? `${name} (${society})` : name)).join(', ')}{' '}
      {more > 0 && t('rollouts.preview.more', { smart_count: more })}
    </>
  );
}
