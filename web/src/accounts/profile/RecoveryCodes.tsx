import { saveFile } from '../../data/index.ts';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { ShownOnce } from '../../kit/dialogs/ShownOnce.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useProfileT } from './messages.ts';

/** TFA-03: the recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useProfileT();
  const text = codes.join('\n');
  return (
    <ShownOnce title={t('profile.twoStep.codesTitle')} width="xs" kept={t('profile.twoStep.kept')} onClose={onClose}>
      <p>{t('profile.twoStep.codesLead')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="two-step__actions">
        <CopyButton text={text} label={t('profile.twoStep.copy')} />
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
    </ShownOnce>
  );
}
