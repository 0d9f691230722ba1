import { programIdentification } from '@fournil/contract/programs/program';
import { Form } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { IdentificationInputs } from '../inputs/IdentificationInputs.tsx';
import { useT } from '../messages.ts';
import { useDraft } from './draft.ts';
import { stepPath, type Violations } from './steps.ts';
import { WizardFrame } from './WizardFrame.tsx';

const formId = 'program-identification';
const validate = validateWith(programIdentification);
type Values = { name: string; description: string; tags: string[]; avatar: string | null };
const picked = ({ name, description, tags, avatar }: Partial<Values>): Values => ({
  name: name ?? '',
  description: description ?? '',
  tags: tags ?? [],
  avatar: avatar ?? null,
});

/** The second step: name, description, tags, picture. */
export function Identify({ refused }: { refused: Violations }) {
  const t = useT();
  const navigate = useNavigate();
  const { draft, change } = useDraft();
  const initial = useRef(picked(draft));
  return (
    <WizardFrame
      step={1}
      next={
        <button type="submit" form={formId} className="button button--main">
          {t('resources.programs.wizard.next', {
            step: t('resources.programs.wizard.steps.settings').toLocaleLowerCase(),
          })}
        </button>
      }
    >
      <h1>{t('resources.programs.wizard.identifyTitle')}</h1>
      <Form
        noValidate
        id={formId}
        className="wizard__form"
        defaultValues={initial.current}
        validate={(values: Partial<Values>) => validate(picked(values))}
        onSubmit={(values: Partial<Values>) => {
          change(picked(values));
          navigate(stepPath(2));
        }}
      >
        <KeepTyped onChange={change} refused={refused} />
        <IdentificationInputs
          nameHint={t('resources.programs.wizard.nameHint')}
          descriptionHint={t('resources.programs.wizard.descriptionHint')}
        />
      </Form>
    </WizardFrame>
  );
}

/** Stores every input in the draft; shows the server's violations at their fields until these are changed. */
function KeepTyped({ onChange, refused }: { onChange: (values: Values) => void; refused: Violations }) {
  const { watch, setError } = useFormContext<Values>();
  const keep = useRef(onChange);
  keep.current = onChange;
  useEffect(() => {
    const { unsubscribe } = watch((values) => keep.current(picked(values as Values)));
    return unsubscribe;
  }, [watch]);
  useEffect(() => {
    for (const { propertyPath, message } of refused) {
      const field = propertyPath.split('.')[0];
      if (field === 'name' || field === 'description' || field === 'tags' || field === 'avatar')
        setError(field, { type: 'server', message });
    }
  }, [refused, setError]);
  return null;
}
