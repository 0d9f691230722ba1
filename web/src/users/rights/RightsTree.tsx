import { say } from '@fournil/contract/kit/words';
import { type Right, rightParents, subRightsOf } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { canGive, childrenOf } from './rightsDraft.ts';
import '../users.css';

interface RightsTreeProps {
  held: readonly Right[];
  draft: readonly Right[];
  /** Without it the rights are read-only. */
  onToggle?: (right: Right) => void;
}

const areas = ['PROGRAM', 'MACHINE', 'TAG', 'STRUCTURE'] as const;

/** RGT-02: the catalogue of rights, each below its parent. */
export function RightsTree(props: RightsTreeProps) {
  const t = useT();
  return areas.map((area) => (
    <section key={area} className="rights__area" aria-label={t(`users.rights.areas.${area}`)}>
      <h2>{t(`users.rights.areas.${area}`)}</h2>
      <Branch {...props} rights={childrenOf(null).filter((right) => right.startsWith(`ROLE_${area}_`))} />
    </section>
  ));
}

function Branch({ rights, ...props }: RightsTreeProps & { rights: readonly Right[] }) {
  return (
    <ul>
      {rights.map((right) => (
        <li key={right}>
          <OneRight right={right} {...props} />
          {childrenOf(right).length > 0 && <Branch {...props} rights={childrenOf(right)} />}
        </li>
      ))}
    </ul>
  );
}

function OneRight({ right, held, draft, onToggle }: RightsTreeProps & { right: Right }) {
  const t = useT();
  const language = useLanguage();
  const nameOf = (one: Right) => say(rightWords[one].name, language);
  const isOn = draft.includes(right);
  const parent = rightParents[right];
  const isOpen = canGive(draft, right);
  const isChanged = held.includes(right) !== isOn;
  const below = isOn ? subRightsOf(right).filter((one) => draft.includes(one)) : [];
  return (
    <div className="rights__one" data-changed={isChanged || undefined}>
      <Switch
        label={nameOf(right)}
        hint={
          <>
            {say(rightWords[right].lets, language)}
            {!isOpen && parent && <em> {t('users.rights.needs', { name: nameOf(parent) })}</em>}
            {below.length > 0 && (
              <span className="unseen"> {t('users.rights.takes', { names: below.map(nameOf).join(', ') })}</span>
            )}
          </>
        }
        isOn={isOn}
        isDisabled={!isOpen || !onToggle}
        onChange={() => onToggle?.(right)}
      />
    </div>
  );
}
