import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { rolloutLimits } from '@fournil/contract/rollouts/rolloutInput';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useRolloutT } from '../messages.ts';
import { PlainField } from './PlainField.tsx';
import { RingChoices } from './RingChoices.tsx';
import type { FieldError, RingDraft } from './rolloutDraft.ts';

interface RingCardProps {
  kind: RolloutKindName;
  ring: RingDraft;
  index: number;
  count: number;
  offeredModels: readonly string[];
  errorOf: (field: keyof RingDraft) => FieldError | undefined;
  onChange: (ring: RingDraft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One ring: its name, its machines, and which share of them. */
export function RingCard(props: RingCardProps) {
  const { kind, ring, index, count, offeredModels, errorOf, onChange, onMove, onRemove } = props;
  const t = useRolloutT();
  const number = index + 1;
  return (
    <li className="ring-card panel">
      <div className="ring-card__head">
        <h3>{t('rollouts.ring.number', { number })}</h3>
        <Tool
          icon="up"
          label={t('rollouts.create.up', { number })}
          isOff={index === 0}
          onPress={() => onMove(index - 1)}
        />
        <Tool
          icon="down"
          label={t('rollouts.create.down', { number })}
          isOff={index === count - 1}
          onPress={() => onMove(index + 1)}
        />
        <Tool icon="trash" label={t('rollouts.create.removeRing', { number })} isOff={count === 1} onPress={onRemove} />
      </div>
      <div className="ring-card__fields">
        <PlainField
          label={t('rollouts.create.name')}
          value={ring.name}
          max={rolloutLimits.name}
          fieldError={errorOf('name')}
          onChange={(name) => onChange({ ...ring, name })}
        />
        <PlainField
          label={`${t('rollouts.create.share')} (%)`}
          hint={t('rollouts.create.shareHint')}
          value={ring.sharePercent}
          isNumber
          fieldError={errorOf('sharePercent')}
          onChange={(sharePercent) => onChange({ ...ring, sharePercent })}
        />
      </div>
      <RingChoices kind={kind} ring={ring} offeredModels={offeredModels} onChange={onChange} />
    </li>
  );
}

function Tool({
  icon,
  label,
  isOff,
  onPress,
}: {
  icon: 'up' | 'down' | 'trash';
  label: string;
  isOff: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button icon-button--bare"
      aria-label={label}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
