import { Icon } from './signs/Icon.tsx';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  text: string;
  label: string;
  isMain?: boolean;
  isSmall?: boolean;
}

export function CopyButton({ text, label, isMain = false, isSmall = false }: CopyButtonProps) {
  const copy = useCopy();
  return (
    <button
      type="button"
      className={isMain ? 'button button--main' : isSmall ? 'button button--small' : 'button'}
      disabled={text === ''}
      onClick={() => void copy(text)}
    >
      <Icon name="copy" size={isSmall ? 16 : 18} />
      {label}
    </button>
  );
}
