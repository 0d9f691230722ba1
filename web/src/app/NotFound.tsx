import { Link, Navigate, useNavigate } from 'react-router-dom';
import { Failed } from '../kit/pages/Failed.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { useT } from './messages.ts';

/** GEN-09 */
export function NotFound() {
  const t = useT();
  useTitle(t('custom.errors.pageNotFound'));
  return (
    <div className="page blank">
      <EmptyOven />
      <h1>{t('custom.errors.pageNotFound')}</h1>
      <p className="soft">{t('app.notFound.hint')}</p>
      <Link className="button" to="/">
        {t('app.notGranted.home')}
      </Link>
    </div>
  );
}

/** For an address that is no longer a page. */
export function ToHome() {
  return <Navigate to="/" replace />;
}

export function NotGranted() {
  const t = useT();
  useTitle(t('app.notGranted.title'));
  return (
    <div className="page blank">
      <EmptyOven isShut />
      <h1>{t('app.notGranted.title')}</h1>
      <p className="soft">{t('custom.commons.errors.not_granted')}</p>
      <Link className="button" to="/">
        {t('app.notGranted.home')}
      </Link>
    </div>
  );
}

/** Shown when the right to open a page could not be checked; opens it once the server answers again. */
export function NotAsked() {
  const navigate = useNavigate();
  return <Failed onRetry={() => navigate(-1)} />;
}

function EmptyOven({ isShut = false }: { isShut?: boolean }) {
  return (
    <svg
      width="144"
      height="112"
      viewBox="0 0 144 112"
      fill="none"
      stroke="var(--line-control)"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M8 104V72a64 64 0 0 1 128 0v32Z" />
      <path d="M28 104V76a44 44 0 0 1 88 0v28" fill={isShut ? 'var(--sunken)' : 'none'} />
      {isShut ? (
        <path d="M50 88h44" strokeWidth="6" strokeLinecap="round" />
      ) : (
        <path d="M44 104c2-14 54-14 56 0" stroke="var(--crust)" strokeDasharray="4 5" />
      )}
      <path d="M2 104h140" />
    </svg>
  );
}
