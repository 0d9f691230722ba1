import type { ReactNode } from 'react';

interface SubmitButtonProps {
  /** True while the form is sent; it is not sent a second time. */
  isBusy: boolean | undefined;
  isTall?: boolean;
  children: ReactNode;
}

/** The button that sends a form. A busy one keeps the focus, which a disabled one would lose to the page. */
export function SubmitButton({ isBusy = false, isTall = false, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`button button--main${isTall ? ' button--tall' : ''}`}
      aria-disabled={isBusy}
      onClick={(event) => isBusy && event.preventDefault()}
    >
      {children}
    </button>
  );
}
