import { createContext, useContext, useEffect } from 'react';

interface Holder {
  /** What ended the page around the form, such as the deletion of its record: it cannot be saved for now. */
  isEnded: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
}
/** The page around a form; see `StaysWhileUnsaved`. */
export const HolderContext = createContext<Holder>({ isEnded: false, onUnsaved: () => undefined });

let unsavedForms = 0;

/** Whether a form on the screen has input that is not saved. */
export function hasUnsavedInput(): boolean {
  return unsavedForms > 0;
}

/** Tells the page around the form whether it has input that is not saved. */
export function useTellUnsaved(isUnsaved: boolean): void {
  const { onUnsaved } = useContext(HolderContext);
  useEffect(() => {
    if (!isUnsaved) return;
    unsavedForms += 1;
    onUnsaved(true);
    return () => {
      unsavedForms -= 1;
      onUnsaved(false);
    };
  }, [isUnsaved, onUnsaved]);
}

/** Whether the form stays on the screen only because of its input, and cannot be saved. */
export function useIsEnded(): boolean {
  return useContext(HolderContext).isEnded;
}
