import { ValidationError } from 'ra-core';
import { useViolationText } from '../../data/index.ts';
import { StateSign } from '../signs/StateSign.tsx';

interface BrokenRuleProps {
  /** A rule that the page has checked. */
  rule?: { key: string; args?: Record<string, string | number> } | undefined;
  /** The text of a form's error. */
  text?: string | undefined;
}

/** What is wrong with a part of a form that is more than one field. */
export function BrokenRule({ rule, text }: BrokenRuleProps) {
  const violationText = useViolationText();
  return (
    <p className="field__error" role="alert">
      <StateSign sign="refused" size={12} />
      {text !== undefined && <ValidationError error={text} />}
      {rule && violationText({ propertyPath: '', key: rule.key, args: rule.args ?? {}, message: rule.key })}
    </p>
  );
}
