import { type ChangePolicy, changePolicies } from '@fournil/contract/differences/differences';
import type { OrganisationUpdate, OrganisationView } from '@fournil/contract/users/assistance';
import { useId, useState } from 'react';
import { call, useOptimistic, useRead } from '../data/index.ts';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import { useMay } from '../kit/session/profile.ts';
import { organisationReading } from './differenceQueries.ts';
import { useT } from './messages.ts';

/** What the organisation wants to happen to changes at ovens; a choice that decides by itself is confirmed first. */
export function ChangePolicyChoice() {
  const t = useT();
  const id = useId();
  const may = useMay();
  const { data } = useRead(organisationReading);
  const [wanted, setWanted] = useState<Exclude<ChangePolicy, 'ask'> | null>(null);
  const { mutate } = useOptimistic<OrganisationView, OrganisationUpdate>({
    changes: 'organisation',
    shown: organisationReading,
    send: (update) => call('/organisation', { method: 'PUT', body: update }),
    done: 'kit.saved',
  });
  if (!data) return null;
  const choose = (changesAtOvens: ChangePolicy) => mutate({ changesAtOvens });
  return (
    <section className="differences__policy">
      <label htmlFor={id}>{t('differences.policy.label')}</label>
      {may('organisation.edit') ? (
        <select
          id={id}
          className="control"
          aria-describedby={`${id}-hint`}
          value={data.changesAtOvens}
          onChange={({ target }) => {
            const next = target.value as ChangePolicy;
            if (next === 'ask') choose(next);
            else setWanted(next);
          }}
        >
          {changePolicies.map((policy) => (
            <option key={policy} value={policy}>
              {t(`differences.policy.choice.${policy}`)}
            </option>
          ))}
        </select>
      ) : (
        <strong id={id}>{t(`differences.policy.choice.${data.changesAtOvens}`)}</strong>
      )}
      <p id={`${id}-hint`} className="soft">
        {t(`differences.policy.hint.${data.changesAtOvens}`)}
      </p>
      {wanted && (
        <ConfirmDialog
          title={t(`differences.policy.confirm.${wanted}`)}
          confirm={t(`differences.policy.submit.${wanted}`)}
          isHarmless={wanted === 'theirs'}
          onConfirm={() => {
            choose(wanted);
            setWanted(null);
          }}
          onClose={() => setWanted(null)}
        >
          <p>{t(`differences.policy.body.${wanted}`)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
