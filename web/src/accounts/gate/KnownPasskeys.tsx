import type { PasskeyView } from '@fournil/contract/accounts/passkeys';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

interface KnownPasskeysProps {
  passkeys: readonly PasskeyView[];
  removed: readonly string[];
  onChange: (removed: string[]) => void;
}

/** SEC-01: the account's passkeys, because somebody who had access to the account may have added one. */
export function KnownPasskeys({ passkeys, removed, onChange }: KnownPasskeysProps) {
  const t = useT();
  const language = useLanguage();
  const date = (instant: string) => writtenDate(Date.parse(instant), language, { dateStyle: 'long' });
  const toggle = (id: string) =>
    onChange(removed.includes(id) ? removed.filter((one) => one !== id) : [...removed, id]);
  return (
    <fieldset>
      <legend>{t('accounts.gate.passkeys.title')}</legend>
      <p className="soft">{t('accounts.gate.passkeys.lead')}</p>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <label key={id} className="gate__passkey">
          <input type="checkbox" className="checkbox" checked={removed.includes(id)} onChange={() => toggle(id)} />
          <span>
            {t('accounts.gate.passkeys.remove', { name })}
            <small className="soft">
              {t('accounts.gate.passkeys.added', { date: date(createdAt) })}{' '}
              {lastUsedAt
                ? t('accounts.gate.passkeys.used', { date: date(lastUsedAt) })
                : t('accounts.gate.passkeys.unused')}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
