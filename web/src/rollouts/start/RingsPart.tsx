import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { rolloutLimits } from '@fournil/contract/rollouts/rolloutInput';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useRolloutT } from '../messages.ts';
import { RingCard } from './RingCard.tsx';
import type { FieldError } from './rolloutDraft.ts';
import { moved, newRing, presetRings, presetsOf, type RingDraft } from './rolloutDraft.ts';

interface RingsPartProps {
  kind: RolloutKindName;
  rings: RingDraft[];
  offeredModels: readonly string[];
  errorOf: (path: string) => FieldError | undefined;
  onChange: (rings: RingDraft[]) => void;
}

/** The rings in their order. They begin as a preset, and can be added, removed and moved. */
export function RingsPart({ kind, rings, offeredModels, errorOf, onChange }: RingsPartProps) {
  const t = useRolloutT();
  return (
    <section className="rollout-part">
      <h2>{t('rollouts.create.rings')}</h2>
      <div className="rollout-presets">
        <span className="soft">{t('rollouts.create.presets')}</span>
        {presetsOf(kind).map((preset) => (
          <button
            key={preset}
            type="button"
            className="chip"
            onClick={() => onChange(presetRings(preset, (name) => t(`rollouts.create.${name}`)))}
          >
            {t(`rollouts.create.${preset}`)}
          </button>
        ))}
      </div>
      <ol className="ring-cards">
        {rings.map((ring, index) => (
          <RingCard
            key={ring.key}
            kind={kind}
            ring={ring}
            index={index}
            count={rings.length}
            offeredModels={offeredModels}
            errorOf={(field) =>
              errorOf(`rings.${index}.${field}`) ?? (field === 'sharePercent' ? errorOf(`rings.${index}`) : undefined)
            }
            onChange={(next) => onChange(rings.map((one) => (one === ring ? next : one)))}
            onMove={(to) => onChange(moved(rings, index, to))}
            onRemove={() => onChange(rings.filter((one) => one !== ring))}
          />
        ))}
      </ol>
      {rings.length < rolloutLimits.rings && (
        <button
          type="button"
          className="chip chip--add"
          onClick={() => onChange([...rings, newRing(t('rollouts.ring.number', { number: rings.length + 1 }))])}
        >
          <Icon name="plus" size={14} />
          {t('rollouts.create.add')}
        </button>
      )}
    </section>
  );
}
