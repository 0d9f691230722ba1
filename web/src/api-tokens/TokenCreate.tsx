import { type ApiTokenMade, apiTokenInput, apiTokenLimits } from '@fournil/contract/api-tokens/apiToken';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { dateOf } from '@fournil/contract/kit/zones';
import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { Form } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, serverNow, useAct, useViolationText, violationsOf } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../kit/forms/validateWith.ts';
import { FormFoot } from '../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { endOfDay, LastDayInput } from '../kit/inputs/LastDayInput.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import type { NamedStructure } from '../kit/structures/StructureDialog.tsx';
import { RightsTree, toggled } from '../users/index.ts';
import { MadeToken } from './MadeToken.tsx';
import { useT } from './messages.ts';
import { TokenStructures } from './TokenStructures.tsx';
import './apiTokens.css';

const home = '/api-tokens';

/** INT-04: a new token; it is shown once, in a dialog that closes only when the person confirms. */
export function TokenCreate() {
  return (
    <PageFor act="apiTokens.make">
      <TokenForm />
    </PageFor>
  );
}

const presets: Record<'read' | 'all' | 'none', readonly Right[]> = {
  read: everyRight.filter((right) => /_ACCESS(_NO_STRUCTURE)?$/.test(right)),
  all: everyRight,
  none: [],
};

interface Values {
  name?: string;
  endsAt?: string;
}

function TokenForm() {
  const t = useT();
  const navigate = useNavigate();
  const { zone } = useDates();
  const [rights, setRights] = useState<readonly Right[]>(presets.read);
  const [structures, setStructures] = useState<readonly NamedStructure[]>([]);
  const [isDirty, setDirty] = useState(false);
  const [began] = useState(() => ({
    name: '',
    endsAt: endOfDay(dateOf(serverNow() + apiTokenLimits.usualDays * dayMilliseconds, zone), zone),
  }));
  const bodyOf = ({ name, endsAt }: Values) => ({
    name: name ?? '',
    endsAt: endsAt || undefined,
    rights,
    structures: structures.map(({ id }) => id),
  });
  const { act, isPending, violations, answer, error } = useAct<ApiTokenMade, object>({
    changes: 'api-tokens',
    send: (body) => call<ApiTokenMade>(home, { method: 'POST', body: body as Record<string, unknown> }),
    isForm: true,
  });
  useTitle(t('apiTokens.createTitle'));
  return (
    <div className="page">
      <div className="page__head">
        <h1>{t('apiTokens.createTitle')}</h1>
      </div>
      <p className="soft token-lead">{t('apiTokens.createLead')}</p>
      <Form
        noValidate
        defaultValues={began}
        validate={(values: Values) => {
          const { rights: _, ...fields } = validateWith(apiTokenInput)(bodyOf(values)) as Record<string, unknown>;
          return fields;
        }}
        onSubmit={(values: Values) => rights.length > 0 && act(bodyOf(values))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <div className="token-form">
          <fieldset>
            <TextInput
              source="name"
              label={t('apiTokens.name')}
              hint={t('apiTokens.nameHint')}
              max={apiTokenLimits.name}
              isRequired
            />
            <LastDayInput
              source="endsAt"
              label={t('apiTokens.ends')}
              hint={t('apiTokens.endsHint', { zone })}
              mostDays={apiTokenLimits.longestDays - 1}
              isRequired
            />
          </fieldset>
          <Rights rights={rights} onChange={setRights} error={error} />
          <TokenStructures rights={rights} structures={structures} onChange={setStructures} />
        </div>
        <FormFoot submit={t('apiTokens.createSave')} cancelTo={home} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || structures.length > 0) && !answer} />
      {answer && <MadeToken made={answer} onClose={() => navigate(home)} />}
    </div>
  );
}

interface RightsProps {
  rights: readonly Right[];
  onChange: (rights: readonly Right[]) => void;
  error: unknown;
}

/** Rights are no input of the form: what breaks a rule is said above the tree. */
function Rights({ rights, onChange, error }: RightsProps) {
  const t = useT();
  const broken = useBrokenRights(rights, error);
  return (
    <section className="token-part" aria-labelledby="token-rights">
      <div className="token-part__head">
        <h2 id="token-rights">{t('apiTokens.rightsTitle')}</h2>
        <p className="token-tools">
          {(['read', 'all', 'none'] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="button button--small"
              aria-pressed={
                rights.length === presets[name].length && presets[name].every((one) => rights.includes(one))
              }
              onClick={() => onChange(presets[name])}
            >
              {t(`apiTokens.presets.${name}`)}
            </button>
          ))}
        </p>
      </div>
      <p className="soft">{t('apiTokens.rightsLead')}</p>
      {broken && (
        <p className="field__error" role="alert">
          {broken}
        </p>
      )}
      <div className="token-rights">
        <RightsTree held={rights} draft={rights} onToggle={(right) => onChange(toggled(rights, right))} />
      </div>
    </section>
  );
}

/** The rule that the rights break: as the server found it, or because there is none. */
function useBrokenRights(rights: readonly Right[], error: unknown): string | null {
  const textOf = useViolationText();
  if (rights.length === 0)
    return textOf({ propertyPath: 'rights', key: 'custom.validation.tokenRights', args: {}, message: '' });
  const found = violationsOf(error).find(({ propertyPath }) => propertyPath.startsWith('rights'));
  return found ? textOf(found) : null;
}
