export { MailboxLink } from './MailboxLink.tsx';
