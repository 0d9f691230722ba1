import { useT } from './messages.ts';
import './apiTokens.css';

/** A call with the token, as it is typed in a shell. */
export function TokenUse({ token, label }: { token: string; label: string }) {
  const t = useT();
  return (
    <div className="token-use">
      <p className="soft">{label}</p>
      <pre>
        <code>{`curl -H "Authorization: Bearer ${token}" \\\n  ${window.location.origin}/api/machines`}</code>
      </pre>
      <a href="/api/docs" target="_blank" rel="noreferrer">
        {t('apiTokens.everyCall')}
      </a>
    </div>
  );
}
