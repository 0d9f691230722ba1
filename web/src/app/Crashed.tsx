import { useT } from './messages.ts';

export function Crashed() {
  const t = useT();
  return (
    <div className="page" role="alert">
      <h1>{t('app.crashed.title')}</h1>
      <p className="soft">{t('app.crashed.body')}</p>
      <p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {t('app.crashed.reload')}
        </button>
      </p>
    </div>
  );
}
