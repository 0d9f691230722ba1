import { useT } from '../messages.ts';

/** TERMS_URL and PRIVACY_URL, if the operator has set them; the server has checked that they are web addresses. */
const addressOf = (name: 'terms-url' | 'privacy-url') => {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return /^https?:/.test(address) ? address : null;
};

/** REG-01: links to the terms of use and the privacy policy at registration. */
export function Terms() {
  const t = useT();
  const links = (['terms', 'privacy'] as const).flatMap((word) => {
    const address = addressOf(`${word}-url`);
    return address ? [{ word, address }] : [];
  });
  if (links.length === 0) return null;
  return (
    <p className="gate__terms">
      {t('accounts.gate.create.read')}{' '}
      {links.map(({ word, address }, index) => (
        <span key={word}>
          {index > 0 && ' · '}
          <a href={address} target="_blank" rel="noreferrer">
            {t(`accounts.gate.create.${word}`)}
          </a>
        </span>
      ))}
    </p>
  );
}
