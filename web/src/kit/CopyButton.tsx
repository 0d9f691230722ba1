import { useNotify } from 'ra-core';
import { Icon } from './signs/Icon.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  isMain?: boolean;
  isSmall?: boolean;
}

/** Copies a text; browsers allow it on secure pages only, elsewhere the reader is asked to do it by hand. */
export function CopyButton({ text, label, isMain = false, isSmall = false }: CopyButtonProps) {
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('kit.copied', { type: 'success' });
    } catch {
      notify('kit.notCopied', { type: 'warning' });
    }
  };
  return (
    <button
      type="button"
      className={isMain ? 'button button--main' : isSmall ? 'button button--small' : 'button'}
      disabled={text === ''}
      onClick={() => void copy()}
    >
      <Icon name="copy" size={isSmall ? 16 : 18} />
      {label}
    </button>
  );
}
