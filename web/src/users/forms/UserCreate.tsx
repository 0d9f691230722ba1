import { rights } from '@fournil/contract/rights/rights';
import type { RightsTemplateView } from '@fournil/contract/users/rightsTemplate';
import { type UserDetail, type UserView, userInput } from '@fournil/contract/users/user';
import { useLocale } from 'ra-core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readingList, useRead } from '../../data/index.ts';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { type NamedStructure, StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useT } from '../messages.ts';
import { whatIsSeenBy } from '../show/whatIsSeen.ts';
import { EndInput } from './EndInput.tsx';
import { firstValues, type PersonValues, pick, sharedWith, wholeFields } from './personValues.ts';
import { UserInputs } from './UserInputs.tsx';

/** USR-05 */
export function UserCreate() {
  const t = useT();
  const locale = useLocale();
  const profile = useProfile();
  const [structures, setStructures] = useState<NamedStructure[]>([]);
  return (
    <PageFor act="users.create">
      <CreateForm<UserDetail, PersonValues>
        resource="users"
        title={t('users.create')}
        schema={userInput}
        defaultValues={{
          ...firstValues(locale),
          ...(profile ? sharedWith(profile) : {}),
          rightsOf: '',
          endsAt: '',
        }}
        inputOf={(values) => ({
          ...pick(values, wholeFields),
          structures: structures.map(({ id }) => id),
          ...beginningOf(values.rightsOf ?? ''),
          endsAt: values.endsAt || null,
        })}
        isChanged={structures.length > 0}
        submit={t('users.create')}
        cancelTo="/users"
        done={({ fullName }) => t('users.created', { name: fullName })}
      >
        <UserInputs emailHint={t('users.form.newEmailHint')} />
        <fieldset className="user-form__access">
          <legend>{t('users.form.access')}</legend>
          <Structures chosen={structures} onChosen={setStructures} />
          <RightsOf structures={structures} />
          <EndInput />
        </fieldset>
      </CreateForm>
    </PageFor>
  );
}

function Structures({ chosen, onChosen }: { chosen: NamedStructure[]; onChosen: (chosen: NamedStructure[]) => void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="field">
      <span className="field__label">{t('users.form.structures')}</span>
      <div className="chips">
        {chosen.map(({ id, name }) => (
          <span key={id} className="chip">
            {name}
            <button
              type="button"
              className="chip__remove"
              aria-label={t('users.form.removeStructure', { name })}
              onClick={() => onChosen(chosen.filter((one) => one.id !== id))}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <button type="button" className="chip chip--add" onClick={() => setOpen(true)}>
          <Icon name="plus" size={14} />
          {t('users.form.chooseStructures')}
        </button>
      </div>
      <span className="field__foot">{t('users.form.structuresHint')}</span>
      {isOpen && (
        <StructureDialog
          title={t('users.form.structuresTitle')}
          submit={(count) => t('users.form.structuresSubmit', { smart_count: count })}
          isSeveral
          onClose={() => setOpen(false)}
          chosen={chosen}
          onChosen={(next) => {
            setOpen(false);
            onChosen(next);
          }}
        />
      )}
    </div>
  );
}

/** The rights of a new user: all, those of a template (also after its changes), or a copy of a colleague's. */
function beginningOf(chosen: string) {
  const template = chosen.startsWith(templateMark) ? chosen.slice(templateMark.length) : null;
  return { rightsOf: template ? null : chosen || null, rightsTemplate: template };
}
const templateMark = 'template ';

const offered = 500;

/**
 * RGT-03 AUD-02: those of a template, a copy of a colleague's, or all, with which a new user begins. Says what a person
 * with them sees, where they are known: some see all structures, whatever is chosen.
 */
function RightsOf({ structures }: { structures: readonly NamedStructure[] }) {
  const t = useT();
  const { data } = useRead(
    readingList<UserView>({
      about: 'users',
      path: '/users',
      query: { 'order[lastName]': 'asc', kind: 'user', page: 1, itemsPerPage: offered },
    }),
  );
  const { data: templates } = useRead(
    readingList<RightsTemplateView>({
      about: 'rights-templates',
      path: '/rights-templates',
      query: { itemsPerPage: offered },
    }),
  );
  const chosen = useWatch<PersonValues, 'rightsOf'>({ name: 'rightsOf' });
  const template = templates?.data.find(({ id }) => chosen === `${templateMark}${id}`);
  const first = chosen ? template?.rights : rights;
  const hints = [
    chosen ? template?.description : t('users.form.allRightsHint'),
    first && t(`users.show.sight.${whatIsSeenBy({ rights: first, structures })}`),
  ];
  return (
    <SelectInput source="rightsOf" label={t('users.form.rightsOf')} hint={hints.filter(Boolean).join(' ')} isRequired>
      {!!templates?.total && (
        <optgroup label={t('users.templates.templates')}>
          {templates.data.map(({ id, name }) => (
            <option key={id} value={`${templateMark}${id}`}>
              {t('users.templates.begin', { name })}
            </option>
          ))}
        </optgroup>
      )}
      {!!data?.total && (
        <optgroup label={t('users.templates.colleagues')}>
          {data.data.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {t('users.form.sameAs', { name: fullName })}
            </option>
          ))}
        </optgroup>
      )}
      <option value="">{t('users.form.allRights')}</option>
    </SelectInput>
  );
}
