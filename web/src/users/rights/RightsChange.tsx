import { say } from '@fournil/contract/kit/words';
import type { Right } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import { useIsEnded } from '../../kit/forms/unsaved.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

interface RightsChangeProps {
  added: readonly Right[];
  taken: readonly Right[];
  isPending: boolean;
  onSave: () => void;
  onReset: () => void;
}

/** The rights that saving would give and withdraw. */
export function RightsChange({ added, taken, isPending, onSave, onReset }: RightsChangeProps) {
  const t = useT();
  const isEnded = useIsEnded();
  const isNone = added.length + taken.length === 0;
  return (
    <section className="rights__change" aria-live="polite">
      {isNone && <p className="soft">{t('users.rights.none')}</p>}
      <Named title={t('users.rights.added')} sign="+" rights={added} />
      <Named title={t('users.rights.taken')} sign="−" rights={taken} />
      <p className="rights__save">
        <button
          type="button"
          className="button button--main"
          disabled={isNone || isPending || isEnded}
          onClick={onSave}
        >
          {t('users.rights.save')}
        </button>
        {!isNone && (
          <button type="button" className="button" disabled={isPending} onClick={onReset}>
            {t('users.rights.reset')}
          </button>
        )}
      </p>
    </section>
  );
}

function Named({ title, sign, rights }: { title: string; sign: '+' | '−'; rights: readonly Right[] }) {
  const language = useLanguage();
  if (rights.length === 0) return null;
  return (
    <>
      <h2>
        {title} <small>{rights.length}</small>
      </h2>
      <ul>
        {rights.map((right) => (
          <li key={right} data-sign={sign}>
            {sign} {say(rightWords[right].name, language)}
          </li>
        ))}
      </ul>
    </>
  );
}
