import { useSaveContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { useKeptTyping } from '../forms/useKeptTyping.ts';
import { useKitT } from '../messages.ts';
import { SubmitButton } from './SubmitButton.tsx';
import './formFoot.css';

interface FormFootProps {
  submit: string;
  cancelTo: string;
  /** Where ra-core does not save it itself. */
  isSaving?: boolean;
}

/** The end of a form, always in sight: the one button that sends it, and the way back. */
export function FormFoot({ submit, cancelTo, isSaving }: FormFootProps) {
  const t = useKitT();
  const { saving } = useSaveContext();
  useKeptTyping();
  return (
    <div className="form-foot">
      <SubmitButton isBusy={isSaving ?? saving}>{submit}</SubmitButton>
      <Link className="button" to={cancelTo}>
        {t('kit.cancel')}
      </Link>
    </div>
  );
}
