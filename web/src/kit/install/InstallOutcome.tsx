import type { InstallBulkResult } from '@fournil/contract/machines/installation';
import type { ReactNode } from 'react';
import { Modal } from '../dialogs/Modal.tsx';
import { useKitT } from '../messages.ts';
import { StateSign } from '../signs/StateSign.tsx';
import { useTypeset } from '../useT.ts';

interface InstallOutcomeProps {
  result: InstallBulkResult;
  onClose: () => void;
  children?: ReactNode;
}

/** What became of each program on each machine. */
export function InstallOutcome({
  result: { installed, alreadyThere, refused },
  onClose,
  children,
}: InstallOutcomeProps) {
  const t = useKitT();
  const typeset = useTypeset();
  return (
    <Modal
      title={t('kit.install.asked', { smart_count: installed })}
      onClose={onClose}
      actions={
        <button type="button" className="button button--main" onClick={onClose}>
          {t('kit.close')}
        </button>
      }
    >
      {children}
      {alreadyThere > 0 && <p className="soft">{t('kit.install.already', { smart_count: alreadyThere })}</p>}
      {refused.length > 0 && <p>{t('kit.install.refused', { smart_count: refused.length })}</p>}
      <ul className="outcomes">
        {refused.map(({ machine, machineName, program, programName, reason }) => (
          <li key={`${machine}${program}`}>
            <StateSign sign="refused" />
            <span>
              <strong>{t('kit.install.pair', { program: programName, machine: machineName })}</strong>
              <small>{typeset(reason)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
