import type { ApiTokenMade } from '@fournil/contract/api-tokens/apiToken';
import { useId } from 'react';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Modal } from '../kit/dialogs/Modal.tsx';
import { useT } from './messages.ts';
import { TokenUse } from './TokenUse.tsx';
import './apiTokens.css';

/** The only time that the token is shown; the dialog closes only when the person confirms that they have copied it. */
export function MadeToken({ made: { name, token }, onClose }: { made: ApiTokenMade; onClose: () => void }) {
  const t = useT();
  const id = useId();
  return (
    <Modal
      title={t('apiTokens.madeTitle', { name })}
      onClose={() => undefined}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t('apiTokens.madeDone')}
          </button>
          <CopyButton text={token} label={t('apiTokens.madeCopy')} isMain />
        </>
      }
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
    </Modal>
  );
}
