import { Link } from 'react-router-dom';
import { useT } from './messages.ts';

/** The server writes it into the page: the mails that nobody sends can be read here. */
const showsMails = () => document.querySelector<HTMLMetaElement>('meta[name="shows-mails"]')?.content === 'true';

export function MailboxLink() {
  const t = useT();
  return showsMails() ? <Link to="/mailbox">{t('demo.mailbox.open')}</Link> : null;
}
