import { useState } from 'react';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { ModelChoice } from '../../models/index.ts';
import { useRolloutT } from '../messages.ts';

interface ChooseModelsProps {
  chosen: readonly string[];
  offered: readonly string[];
  onTake: (models: string[]) => void;
  onClose: () => void;
}

/** Chooses among the models that the version is for. */
export function ChooseModels({ chosen, offered, onTake, onClose }: ChooseModelsProps) {
  const t = useRolloutT();
  const [models, setModels] = useState([...chosen]);
  return (
    <Modal
      title={t('rollouts.create.models')}
      onClose={onClose}
      actions={
        <button type="button" className="button button--main" onClick={() => onTake(models)}>
          {t('rollouts.create.take', { smart_count: models.length })}
        </button>
      }
    >
      <ModelChoice chosen={models} offered={offered} onChange={setModels} />
    </Modal>
  );
}
