import type { PasskeyView } from '@fournil/contract/accounts/passkeys';
import { useState } from 'react';
import { useRead, useRemove } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useKitT } from '../../kit/messages.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { useProfileT } from './messages.ts';
import { passkeysReading } from './passkeysReading.ts';

/** The person's passkeys; each of them is enough to sign in. */
export function Passkeys() {
  const t = useProfileT();
  const kitT = useKitT();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<PasskeyView | null>(null);
  const { data: keys = [], error, refetch } = useRead(passkeysReading);
  const { run, isPending } = useRemove({ resource: 'passkeys', onSettled: () => setLeaving(null) });
  return (
    <section>
      <div className="profile__head">
        <h3>{t('profile.passkeys.title')}</h3>
        <button type="button" className="button button--plain" onClick={() => setAdding(true)}>
          <Icon name="plus" size={16} />
          {t('profile.passkeys.add')}
        </button>
      </div>
      <p className="soft">{t('profile.passkeys.lead')}</p>
      {error && <Failed onRetry={() => void refetch()} />}
      <ul className="profile__list">
        {keys.map((key) => (
          <Passkey key={key.id} passkey={key} onRemove={() => setLeaving(key)} />
        ))}
      </ul>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t('profile.passkeys.removeTitle', { name: leaving.name })}
          confirm={kitT('kit.remove')}
          isPending={isPending}
          onConfirm={() => run([leaving.id])}
          onClose={() => setLeaving(null)}
        >
          <p>{t('profile.passkeys.removeBody')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Passkey({ passkey: { name, lastUsedAt }, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const t = useProfileT();
  const dates = useDates();
  const now = useNow(30_000);
  return (
    <li>
      <Icon name="key" />
      <span className="profile__item">
        <strong>{name}</strong>
        <span className="soft">
          {lastUsedAt ? t('profile.passkeys.used', { ago: dates.ago(lastUsedAt, now) }) : t('profile.passkeys.unused')}
        </span>
      </span>
      <button
        type="button"
        className="icon-button icon-button--bare"
        aria-label={t('profile.passkeys.remove', { name })}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}
