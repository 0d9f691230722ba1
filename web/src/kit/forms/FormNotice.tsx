import type { ReactNode, Ref } from 'react';
import { type Sign, StateSign } from '../signs/StateSign.tsx';
import './formNotice.css';

interface FormNoticeProps {
  sign: Sign;
  title: string;
  /** Stays in view while the form is scrolled. */
  isSticky?: boolean;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** Something happened to the record of the form below. */
export function FormNotice({ sign, title, isSticky = false, ref, children }: FormNoticeProps) {
  return (
    <div
      ref={ref}
      className={`form-notice form-notice--${sign}${isSticky ? ' form-notice--sticky' : ''}`}
      role="alert"
      tabIndex={-1}
    >
      <StateSign sign={sign} size={20} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
