import { type ControlView, controlLimits } from '@fournil/contract/control/control';
import { type FormEvent, useId, useState } from 'react';
import { useRefusalText } from '../data/index.ts';
import { FormModal } from '../kit/dialogs/FormModal.tsx';
import { useT } from './messages.ts';
import { useStart } from './useControl.ts';

/** IMP-01: the security code that the person reads out; a wrong code stays in the field with the error below it. */
export function CodeDialog({ person, onClose }: { person: ControlView; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const refusalText = useRefusalText();
  const [code, setCode] = useState('');
  const start = useStart({ refused: () => null });
  const digits = code.replace(/\D/g, '');
  const isWhole = digits.length === controlLimits.codeDigits;
  const message = start.error ? refusalText(start.error) : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole && !start.isPending) start.act({ id: person.id, activationCode: digits });
  };
  return (
    <FormModal
      title={t('control.codeTitle', { name: person.fullName })}
      form={`${id}-form`}
      submit={t('control.connectShort')}
      isLocked={!isWhole || start.isPending}
      onClose={onClose}
    >
      <form noValidate id={`${id}-form`} className="field" onSubmit={submit}>
        <label className="field__label" htmlFor={id}>
          {t('control.code')}
        </label>
        <input
          id={id}
          className="control code-input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={code}
          aria-invalid={message !== ''}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setCode(event.target.value);
            start.reset();
          }}
        />
        <span
          id={`${id}-hint`}
          className={message ? 'field__error' : 'field__foot'}
          role={message ? 'alert' : undefined}
        >
          {message || t('control.codeHint', { name: person.fullName })}
        </span>
      </form>
      <p className="soft">{t('control.traces')}</p>
    </FormModal>
  );
}
