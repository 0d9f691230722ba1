import { useNotify } from 'ra-core';
import { Icon } from './signs/Icon.tsx';

/** Copies a text; browsers allow it on secure pages only, elsewhere the reader is asked to do it by hand. */
export function CopyButton({ text, label, isMain = false }: { text: string; label: string; isMain?: boolean }) {
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
      className={isMain ? 'button button--main' : 'button'}
      disabled={text === ''}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
      {label}
    </button>
  );
}
