import type { KeptMail } from '@fournil/contract/demo/mailbox';
import { writtenDate } from '@fournil/contract/kit/writtenDate';
import { product } from '@fournil/contract/product';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reading, useRead } from '../data/index.ts';
import { useTitle } from '../kit/pages/useTitle.ts';
import { useOwnSession } from '../kit/session/ownSession.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { Logo } from '../kit/signs/Logo.tsx';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';
import { linked } from './textParts.ts';
import './mailbox.css';

const askAgainMilliseconds = 2000;

/** The mails that the console would have sent, for people who try the demonstration. */
export function MailboxPage() {
  const t = useT();
  const { isInside } = useOwnSession();
  const [openId, setOpenId] = useState<string | null>(null);
  const { data: mails, isError } = useRead(
    reading<KeptMail[]>({ about: 'demoMails', path: '/demo/mails', refetchInterval: askAgainMilliseconds }),
  );
  useTitle(t('demo.mailbox.title'));
  const open = mails?.find(({ id }) => id === openId) ?? null;
  return (
    <main className={`mailbox ${open ? 'mailbox--reading' : ''}`}>
      <header className="mailbox__head">
        <p className="mailbox__brand">
          <Logo size={28} />
          {product.name}
        </p>
        <h1>{t('demo.mailbox.title')}</h1>
        <p className="soft">{t(isError ? 'demo.mailbox.gone' : 'demo.mailbox.lead')}</p>
        <p>
          {isInside() ? (
            <Link to="/">{t('demo.mailbox.console')}</Link>
          ) : (
            <Link to="/login">{t('demo.mailbox.signIn')}</Link>
          )}
        </p>
      </header>
      {mails?.length === 0 && <p className="mailbox__empty">{t('demo.mailbox.empty')}</p>}
      {mails && mails.length > 0 && (
        <div className="mailbox__panes">
          <ul className="mailbox__list" aria-label={t('demo.mailbox.list')}>
            {mails.map((mail) => (
              <MailLine key={mail.id} mail={mail} isOpen={mail.id === openId} onOpen={() => setOpenId(mail.id)} />
            ))}
          </ul>
          {open ? (
            <MailText mail={open} onBack={() => setOpenId(null)} />
          ) : (
            <p className="mailbox__none soft">{t('demo.mailbox.choose')}</p>
          )}
        </div>
      )}
    </main>
  );
}

interface MailLineProps {
  mail: KeptMail;
  isOpen: boolean;
  onOpen: () => void;
}

function MailLine({ mail, isOpen, onOpen }: MailLineProps) {
  return (
    <li>
      <button type="button" className="mailbox__line" aria-current={isOpen} onClick={onOpen}>
        <strong>{mail.subject}</strong>
        <span className="soft">
          <bdi>{mail.toAddress}</bdi>
          <MailTime at={mail.at} />
        </span>
      </button>
    </li>
  );
}

function MailText({ mail, onBack }: { mail: KeptMail; onBack: () => void }) {
  const t = useT();
  return (
    <article className="mailbox__mail" aria-live="polite">
      <button type="button" className="button mailbox__back" onClick={onBack}>
        <Icon name="left" size={16} />
        {t('demo.mailbox.back')}
      </button>
      <h2>{mail.subject}</h2>
      <p className="soft">
        {t('demo.mailbox.to', { name: mail.toName, address: mail.toAddress })} · <MailTime at={mail.at} />
      </p>
      <p className="mailbox__text">
        {linked(mail.text).map(({ key, text, path, address }) =>
          path ? (
            <Link key={key} to={path}>
              {text}
            </Link>
          ) : address ? (
            <a key={key} href={address} rel="noreferrer" target="_blank">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </article>
  );
}

function MailTime({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at}>{writtenDate(Date.parse(at), language, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
  );
}
