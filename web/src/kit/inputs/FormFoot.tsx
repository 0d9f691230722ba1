import { Link } from 'react-router-dom';
import { useIsEnded } from '../forms/unsaved.ts';
import { useKeptTyping } from '../forms/useKeptTyping.ts';
import { useKitT } from '../messages.ts';
import { SubmitButton } from './SubmitButton.tsx';
import './formFoot.css';

interface FormFootProps {
  submit: string;
  cancelTo: string;
  isSaving: boolean;
}

/** The foot of a form, always visible: the submit button, and Cancel. */
export function FormFoot({ submit, cancelTo, isSaving }: FormFootProps) {
  const t = useKitT();
  const isEnded = useIsEnded();
  useKeptTyping();
  return (
    <div className="form-foot">
      <SubmitButton isBusy={isSaving || isEnded}>{submit}</SubmitButton>
      <Link className="button" to={cancelTo}>
        {t('kit.cancel')}
      </Link>
    </div>
  );
}
