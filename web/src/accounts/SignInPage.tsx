import { product } from '@fournil/contract/product';
import { useLogin } from 'ra-core';
import { type FormEvent, type KeyboardEvent, useId, useState, useSyncExternalStore } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { problemOf, useTranslatedError } from '../data/index.ts';
import { MailboxLink } from '../demo/index.ts';
import { durationText } from '../kit/format/duration.ts';
import { useTitle } from '../kit/pages/useTitle.ts';
import { useOwnSession } from '../kit/session/ownSession.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { Logo } from '../kit/signs/Logo.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { SentAgain } from './gate/SentAgain.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import { useT } from './messages.ts';
import { OvenMouth } from './OvenMouth.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { hasWebAuthn } from './profile/webAuthn.ts';
import { ShowPassword } from './ShowPassword.tsx';
import { useCountdown } from './useCountdown.ts';
import './password.css';
import './signIn.css';

/** Redirects people who were signed in when the page was opened, unless their session ends before they have left. */
export function SignInPage() {
  const { isInside, watch } = useOwnSession();
  const isNowInside = useSyncExternalStore(watch, isInside);
  // Not set by a later sign-in, which redirects by itself.
  const [isLeaving, setLeaving] = useState(isNowInside);
  if (isLeaving && !isNowInside) setLeaving(false);
  return isLeaving ? <Navigate to="/" replace /> : <SignIn />;
}

/** AUT-01, AUT-02, AUT-05. The input is kept after every failure. */
function SignIn() {
  const t = useT();
  const login = useLogin();
  const errorText = useTranslatedError();
  const { hasEnded, whyEnded } = useOwnSession();
  const { registered = '' } = (useLocation().state ?? {}) as { registered?: string };
  const [values, setValues] = useState({ username: registered, password: '' });
  const [isSending, setSending] = useState(false);
  const [hasTried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [tried, setTriedAs] = useState('');
  const [remaining, startCountdown] = useCountdown();
  useTitle(t('accounts.signIn.title'));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (remaining > 0 || isSending) return;
    setSending(true);
    try {
      const { signInInput } = await import('@fournil/contract/accounts/signIn');
      const input = signInInput.safeParse(values);
      if (!input.success) return;
      setFailure(null);
      setTriedAs(input.data.username);
      await login(input.data);
    } catch (error) {
      setFailure(error);
      const seconds = problemOf(error)?.retryAfterSeconds;
      if (seconds) startCountdown(seconds);
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="sign-in">
      <main className="sign-in__side">
        <div className="sign-in__brand">
          <Logo size={40} />
          {product.name}
        </div>
        <form noValidate onSubmit={submit}>
          <div>
            <h1>{t(`accounts.signIn.greeting.${partOfDay(new Date().getHours())}`)}</h1>
            <p className="sign-in__lead" role={hasEnded() ? 'status' : undefined}>
              {t(hasEnded() ? endedWord(whyEnded()) : 'accounts.signIn.lead')}
            </p>
          </div>
          <Username
            value={values.username}
            isMissing={hasTried && !values.username.trim()}
            onChange={(username) => setValues({ ...values, username })}
          />
          <Password
            value={values.password}
            isMissing={hasTried && !values.password}
            onChange={(password) => setValues({ ...values, password })}
          />
          <div aria-live="assertive">
            {failure !== null && (
              <p className="sign-in__error">
                <StateSign sign="refused" />
                <span>
                  {errorText(failure)}{' '}
                  {remaining > 0 && <strong>{t('accounts.signIn.again', { time: durationText(remaining) })}</strong>}
                </span>
              </p>
            )}
          </div>
          <Waiting failure={failure} tried={tried} registered={registered} />
          <button
            type="submit"
            className="button button--main button--tall"
            disabled={remaining > 0}
            aria-busy={isSending}
          >
            {t(isSending ? 'accounts.signIn.sending' : 'accounts.signIn.submit')}
          </button>
        </form>
        {hasWebAuthn && <PasskeySignIn />}
        <p className="sign-in__links">
          <Link to="/reset">{t('accounts.signIn.forgotten')}</Link>
          <Link to="/create-account">{t('accounts.signIn.register')}</Link>
          <MailboxLink />
        </p>
        <LanguagePicker />
      </main>
      <div className="sign-in__picture">
        <OvenMouth />
      </div>
    </div>
  );
}

/** REG-04: offers to send the activation mail again to an account that is not activated yet. */
function Waiting({ failure, tried, registered }: { failure: unknown; tried: string; registered: string }) {
  const t = useT();
  const email = problemOf(failure)?.key === 'custom.auth.account_not_activated' ? tried : registered;
  if (!email) return null;
  return (
    <div className="sign-in__waiting">
      <p className="soft">{t('accounts.signIn.waiting', { email })}</p>
      <SentAgain key={email} email={email} />
    </div>
  );
}

function endedWord(why: string | null) {
  if (why === 'custom.auth.session_idle') return 'accounts.signIn.idle';
  if (why === 'custom.auth.account_desactivated' || why === 'custom.auth.account_ended') return why;
  return why === 'custom.auth.second_step_required' ? 'accounts.signIn.secondStep' : 'accounts.signIn.ended';
}

interface FieldProps {
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}

function Username({ value, isMissing, onChange }: FieldProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('accounts.signIn.username')}
      </label>
      <input
        id={id}
        className="control"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isMissing}
        aria-describedby={`${id}-error`}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Missing id={`${id}-error`} isMissing={isMissing} />
    </div>
  );
}

function Password({ value, isMissing, onChange }: FieldProps) {
  const t = useT();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('accounts.signIn.password')}
      </label>
      <div className="password">
        <input
          id={id}
          className="control"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          aria-invalid={isMissing}
          aria-describedby={`${id}-error ${id}-caps`}
          required
          value={value}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
          onChange={(event) => onChange(event.target.value)}
        />
        <ShowPassword isShown={isShown} onChange={setShown} />
      </div>
      <div id={`${id}-caps`} role="status">
        {hasCaps && (
          <span className="sign-in__caps">
            <Icon name="caps" size={16} />
            {t('accounts.signIn.caps')}
          </span>
        )}
      </div>
      <Missing id={`${id}-error`} isMissing={isMissing} />
    </div>
  );
}

function Missing({ id, isMissing }: { id: string; isMissing: boolean }) {
  const t = useT();
  return (
    <div id={id} className="field__foot">
      {isMissing && <span className="field__error">{t('accounts.signIn.required')}</span>}
    </div>
  );
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 3) return 'evening';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
