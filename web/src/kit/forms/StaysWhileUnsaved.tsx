import { type ReactNode, useContext, useMemo, useState } from 'react';
import { useKitT } from '../messages.ts';
import { FormNotice } from './FormNotice.tsx';
import { HolderContext } from './unsaved.ts';

interface StaysWhileUnsavedProps {
  /** Why the page has ended: its record was deleted or hidden, or the right to it was withdrawn; null while it goes on. */
  ended: 'gone' | 'withdrawn' | null;
  /** Shown in place of the page when it has ended. */
  instead: ReactNode;
  children: ReactNode;
}

/**
 * A page that can end while it is open. A form in it with unsaved input stays on the screen, with a notice, until the
 * person leaves it; it can be saved again if the reason goes away.
 */
export function StaysWhileUnsaved({ ended, instead, children }: StaysWhileUnsavedProps) {
  const t = useKitT();
  const around = useContext(HolderContext);
  const [unsavedForms, setUnsavedForms] = useState(0);
  const isEnded = ended !== null || around.isEnded;
  const { onUnsaved } = around;
  const holder = useMemo(
    () => ({
      isEnded,
      onUnsaved(isUnsaved: boolean) {
        setUnsavedForms((forms) => forms + (isUnsaved ? 1 : -1));
        onUnsaved(isUnsaved);
      },
    }),
    [isEnded, onUnsaved],
  );
  if (ended !== null && unsavedForms === 0) return instead;
  return (
    <HolderContext value={holder}>
      {ended !== null && !around.isEnded && (
        <FormNotice sign="refused" title={t(`kit.ended.${ended}`)} isSticky>
          <p>{t(`kit.ended.${ended}Body`)}</p>
        </FormNotice>
      )}
      {children}
    </HolderContext>
  );
}
