import type { OrganisationUpdate, OrganisationView } from '@fournil/contract/users/assistance';
import { call, reading, useOptimistic, useRead } from '../../data/index.ts';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';

const organisationReading = reading<OrganisationView>({ about: 'organisation', path: '/organisation' });

/**
 * IMP-06, SEC-03: the switches for what support may see of this organisation, and for its required second step. They
 * are reverted when the server refuses.
 */
export function Sharing() {
  const t = useT();
  const may = useMay();
  const { data } = useRead(organisationReading);
  const { mutate } = useOptimistic<OrganisationView, OrganisationUpdate>({
    changes: 'organisation',
    shown: organisationReading,
    send: (update) => call('/organisation', { method: 'PUT', body: update }),
  });
  if (!data) return null;
  const switchFor = (field: 'assistanceSharing' | 'requiresSecondStep', words: 'sharing' | 'secondStep') => (
    <section className="sharing">
      <h2>{t(`users.${words}.title`)}</h2>
      <Switch
        label={t(`users.${words}.switch`)}
        hint={t(`users.${words}.hint`)}
        isOn={data[field]}
        isDisabled={!may('organisation.edit')}
        onChange={(isOn) => mutate({ [field]: isOn })}
      />
    </section>
  );
  return (
    <>
      {switchFor('requiresSecondStep', 'secondStep')}
      {switchFor('assistanceSharing', 'sharing')}
    </>
  );
}
