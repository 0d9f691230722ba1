import type { TokenKind } from '@fournil/contract/accounts/password';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useT } from '../messages.ts';
import { GateFrame } from './GateFrame.tsx';
import { useVerifiedToken } from './linkToken.ts';

const pages: Record<TokenKind, string> = {
  activation: 'activate',
  reset: 'reset-password',
  email: 'confirm-email',
  emailBack: 'take-back-email',
};

/** REG-05: redirects to the page for the purpose of the link; shows an error for an invalid one. */
export function VerifyPage() {
  const t = useT();
  const { token = '' } = useParams();
  const { data, error } = useVerifiedToken(token);
  if (data) return <Navigate to={`/${pages[data.kind]}/${data.token}`} replace />;
  return (
    <GateFrame title={t('accounts.gate.reset.title')}>
      {error && (
        <>
          <p role="alert">{t('accounts.gate.badToken')}</p>
          <p>
            <Link className="button" to="/reset">
              {t('accounts.gate.askAgain')}
            </Link>
          </p>
        </>
      )}
    </GateFrame>
  );
}
