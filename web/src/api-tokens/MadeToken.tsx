import type { ApiTokenMade } from '@fournil/contract/api-tokens/apiToken';
import { useId } from 'react';
import { CopyButton } from '../kit/CopyButton.tsx';
import { ShownOnce } from '../kit/dialogs/ShownOnce.tsx';
import { useT } from './messages.ts';
import { TokenUse } from './TokenUse.tsx';
import './apiTokens.css';

/** The only time that the token is shown. */
export function MadeToken({ made: { name, token }, onClose }: { made: ApiTokenMade; onClose: () => void }) {
  const t = useT();
  const id = useId();
  return (
    <ShownOnce
      title={t('apiTokens.madeTitle', { name })}
      kept={t('apiTokens.madeDone')}
      actions={<CopyButton text={token} label={t('apiTokens.madeCopy')} isMain />}
      onClose={onClose}
    >
      <p>{t('apiTokens.madeLead')}</p>
      <label className="field__label" htmlFor={id}>
        {t('apiTokens.madeLabel')}
      </label>
      <textarea
        id={id}
        className="control token-text"
        rows={2}
        readOnly
        value={token}
        onFocus={({ target }) => target.select()}
      />
      <TokenUse token={token} label={t('apiTokens.madeTry')} />
    </ShownOnce>
  );
}
