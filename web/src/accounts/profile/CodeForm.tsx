import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { useRefusalText } from '../../data/index.ts';

interface CodeFormProps {
  id: string;
  label: string;
  error: unknown;
  onSubmit: (code: string) => void;
  /** Called when the code is edited after a refusal. */
  onChange: () => void;
}

/** A form with one code; its error is shown below it, and a wrong code stays to be corrected. */
export function CodeForm({ id, label, error, onSubmit, onChange }: CodeFormProps) {
  const refusalText = useRefusalText();
  const input = useId();
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const message = isMissing ? translate('ra.validation.required') : error ? refusalText(error) : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setMissing(true);
    onSubmit(code.trim());
  };
  return (
    <form noValidate id={id} className="field" onSubmit={submit}>
      <label className="field__label" htmlFor={input}>
        {label}
      </label>
      <input
        id={input}
        className="control code-input"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the dialog or page is opened to type this
        autoFocus
        maxLength={24}
        value={code}
        aria-invalid={message !== ''}
        aria-describedby={`${input}-foot`}
        onChange={(event) => {
          setCode(event.target.value);
          setMissing(false);
          onChange();
        }}
      />
      <span
        id={`${input}-foot`}
        className={message ? 'field__error' : 'field__foot'}
        role={message ? 'alert' : undefined}
      >
        {message}
      </span>
    </form>
  );
}
