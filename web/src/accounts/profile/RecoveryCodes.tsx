import { useNotify } from 'ra-core';
import { saveFile } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useProfileT } from './messages.ts';

/** TFA-03: the recovery codes, shown once; the dialog closes only when the person confirms that they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useProfileT();
  const notify = useNotify();
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify('kit.copied', { type: 'success' });
  };
  return (
    <Modal
      title={t('profile.twoStep.codesTitle')}
      width="xs"
      onClose={() => undefined}
      actions={
        <button type="button" className="button button--main" onClick={onClose}>
          {t('profile.twoStep.kept')}
        </button>
      }
    >
      <p>{t('profile.twoStep.codesLead')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="two-step__actions">
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name="copy" />
          {t('profile.twoStep.copy')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            saveFile({ name: 'fournil-recovery-codes.txt', blob: new Blob([`${text}\n`], { type: 'text/plain' }) })
          }
        >
          <Icon name="down" />
          {t('profile.twoStep.download')}
        </button>
      </p>
    </Modal>
  );
}
