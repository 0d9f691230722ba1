import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** A drawing or sign beside the words. */
  sign?: ReactNode;
  /** `h1` when it fills the page, `h2` in a part of a page. */
  heading?: 'h1' | 'h2';
  title: string;
  body?: string | false | undefined;
  /** Read aloud as soon as it appears. */
  isAlert?: boolean;
  /** Buttons and links to what can be done. */
  children?: ReactNode;
}

/** Shown in place of an empty list or page: the reason, and what can be done. */
export function EmptyState({ sign, heading: Heading = 'h2', title, body, isAlert = false, children }: EmptyStateProps) {
  return (
    <div className="empty" {...(isAlert ? { role: 'alert' } : {})}>
      {sign}
      <div>
        <Heading>{title}</Heading>
        {body && <p>{body}</p>}
        {children}
      </div>
    </div>
  );
}
