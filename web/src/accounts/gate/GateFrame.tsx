import { product } from '@fournil/contract/product';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { Logo } from '../../kit/signs/Logo.tsx';
import { LanguagePicker } from '../LanguagePicker.tsx';
import { useT } from '../messages.ts';
import { OvenMouth } from '../OvenMouth.tsx';
import '../signIn.css';
import './gate.css';

/** The frame of the pages for people who are not signed in: no menu, and a link to the sign-in page. */
export function GateFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const t = useT();
  useTitle(title);
  return (
    <div className="sign-in">
      <main className="sign-in__side">
        <div className="sign-in__brand">
          <Logo size={40} />
          {product.name}
        </div>
        <div className="gate">
          <h1>{title}</h1>
          {lead && <p className="sign-in__lead">{lead}</p>}
          {children}
          <p>
            <Link to="/login">{t('accounts.gate.back')}</Link>
          </p>
        </div>
        <LanguagePicker />
      </main>
      <div className="sign-in__picture">
        <OvenMouth />
      </div>
    </div>
  );
}
