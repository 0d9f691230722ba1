import { Link } from 'react-router-dom';
import { useT } from './messages.ts';

/** The server writes this element into the page when it has no mail server and keeps the mails to be read here. */
const showsMails = () => document.querySelector<HTMLMetaElement>('meta[name="shows-mails"]')?.content === 'true';

export function MailboxLink() {
  const t = useT();
  return showsMails() ? <Link to="/mailbox">{t('demo.mailbox.open')}</Link> : null;
}
