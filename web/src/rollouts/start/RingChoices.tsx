import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import { useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useModelNames } from '../../models/index.ts';
import { useRolloutT } from '../messages.ts';
import { ChooseClients } from './ChooseClients.tsx';
import { ChooseModels } from './ChooseModels.tsx';
import { ChooseStructuresOrTags } from './ChooseStructuresOrTags.tsx';
import type { NamedRecord, RingDraft } from './rolloutDraft.ts';

const ofMaker = ['organisations', 'structures', 'tags', 'models'] as const;
const ofMember = ['structures', 'tags', 'models'] as const;
type Kind = (typeof ofMaker)[number];
const words = { organisations: 'clients', structures: 'structures', tags: 'tags', models: 'models' } as const;

const everyone = {
  software: 'everyone',
  program: 'everyProgram',
  menu: 'everyMenu',
  setting: 'everySetting',
} as const satisfies Record<RolloutKindName, string>;

interface RingChoicesProps {
  kind: RolloutKindName;
  ring: RingDraft;
  offeredModels: readonly string[];
  onChange: (ring: RingDraft) => void;
}

/** Chooses the machines of a ring: those that match each kind of choice made here. */
export function RingChoices({ kind: ofKind, ring, offeredModels, onChange }: RingChoicesProps) {
  const t = useRolloutT();
  const modelNames = useModelNames();
  const [asked, setAsked] = useState<Kind | null>(null);
  const chosenOf = (kind: Kind): NamedRecord[] =>
    kind === 'models' ? ring.models.map((id) => ({ id, name: modelNames([id]) })) : ring[kind];
  const kinds = ofKind === 'software' ? ofMaker : ofMember;
  const isAnyone = kinds.every((kind) => chosenOf(kind).length === 0);
  const close = () => setAsked(null);
  const take = (kind: Exclude<Kind, 'models'>) => (chosen: NamedRecord[]) => {
    onChange({ ...ring, [kind]: chosen });
    close();
  };
  const without = (kind: Kind, id: string) =>
    onChange(
      kind === 'models'
        ? { ...ring, models: ring.models.filter((one) => one !== id) }
        : { ...ring, [kind]: ring[kind].filter((one) => one.id !== id) },
    );
  return (
    <div className="ring-choices">
      <span className="field__label">{t('rollouts.create.who')}</span>
      {isAnyone && <p className="soft">{t(`rollouts.create.${everyone[ofKind]}`)}</p>}
      {kinds.map((kind) => (
        <Chosen
          key={kind}
          label={t(`rollouts.create.${words[kind]}`)}
          chosen={chosenOf(kind)}
          onDrop={(id) => without(kind, id)}
        />
      ))}
      <div className="rollout-presets">
        {kinds.map((kind) => (
          <button key={kind} type="button" className="chip chip--add" onClick={() => setAsked(kind)}>
            <Icon name="plus" size={14} />
            {t(`rollouts.create.${words[kind]}`)}
          </button>
        ))}
      </div>
      {asked === 'organisations' && (
        <ChooseClients chosen={ring.organisations} onTake={take('organisations')} onClose={close} />
      )}
      {(asked === 'structures' || asked === 'tags') && (
        <ChooseStructuresOrTags
          kind={asked}
          chosen={ring[asked]}
          first={ofKind === 'software' ? (ring.organisations[0]?.id ?? '') : null}
          onTake={take(asked)}
          onClose={close}
        />
      )}
      {asked === 'models' && (
        <ChooseModels
          chosen={ring.models}
          offered={offeredModels}
          onTake={(models) => {
            onChange({ ...ring, models });
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Chosen({
  label,
  chosen,
  onDrop,
}: {
  label: string;
  chosen: readonly NamedRecord[];
  onDrop: (id: string) => void;
}) {
  const t = useRolloutT();
  if (chosen.length === 0) return null;
  return (
    <ul className="ring-choices__chosen" aria-label={label}>
      {chosen.map(({ id, name }) => (
        <li key={id} className="chip">
          <span className="soft">{label}</span> <strong>{name}</strong>
          <button
            type="button"
            className="chip__remove"
            aria-label={t('rollouts.create.drop', { name })}
            onClick={() => onDrop(id)}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
