import { ValidationError } from 'ra-core';
import type { ReactNode } from 'react';
import { useKitT } from '../messages.ts';
import { StateSign } from '../signs/StateSign.tsx';

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  count?: number | undefined;
  max?: number | undefined;
  isRequired: boolean;
  children: ReactNode;
}

/** Label above, error or hint and counter below. */
export function FieldFrame({ id, label, hint, error, count, max, isRequired, children }: FieldFrameProps) {
  const t = useKitT();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label} {!isRequired && <small>{t('kit.optional')}</small>}
      </label>
      {children}
      <div className="field__foot" id={`${id}-foot`}>
        <span aria-live="polite">
          {error ? (
            <span className="field__error">
              <StateSign sign="refused" size={12} />
              <ValidationError error={error} />
            </span>
          ) : (
            hint
          )}
        </span>
        {max !== undefined && <span className="field__count">{t('kit.counter', { count: count ?? 0, max })}</span>}
      </div>
    </div>
  );
}
