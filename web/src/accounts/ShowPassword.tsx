import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

interface ShowPasswordProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

/** The button in a password field that shows the password, or hides it again. */
export function ShowPassword({ isShown, onChange }: ShowPasswordProps) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t(isShown ? 'accounts.signIn.hide' : 'accounts.signIn.show')}
      onClick={() => onChange(!isShown)}
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} size={20} />
    </button>
  );
}
