import { Navigate } from 'react-router-dom';
import { LoadedRecord } from '../../kit/pages/LoadedRecord.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { NewRollout } from '../../rollouts/index.ts';
import { useRolloutT } from '../../rollouts/messages.ts';
import { useSoftwareUpdate } from './useSoftwareUpdate.ts';

/** `/software-updates/{id}/rollout`: rings, rules, a dry run, and the start. */
export function RolloutCreate() {
  const t = useRolloutT();
  const reading = useSoftwareUpdate();
  const update = reading.data;
  useTitle(update ? t('rollouts.create.title', { subject: update.version }) : t('rollouts.title'));
  return (
    <LoadedRecord of="softwareUpdate" reading={reading} isForm>
      {({ id, version, models, revoked }) =>
        revoked ? (
          <Navigate to={`/software-updates/${id}`} replace />
        ) : (
          <NewRollout
            kind="software"
            subject={{ kind: 'software', update: id }}
            name={version}
            offeredModels={models}
            backTo={`/software-updates/${id}`}
          />
        )
      }
    </LoadedRecord>
  );
}
