import { type NotificationPayload, useLocale, useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useKitT } from '../kit/messages.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import './notices.css';

const hideAfterMilliseconds = 5000;
const atOnce = 3;
/** Said by ra-core when a form that is not valid is sent: true until it is sent again, or left. */
const invalidForm = 'ra.message.invalid_form';

interface Notice {
  id: number;
  text: string;
  /** In which it was said: what was said before is not left standing in the other language. */
  locale: string;
  payload: NotificationPayload;
}

/** GEN-04: each notice hides by itself; problems stay readable to a screen reader. The same text is shown once. */
export function Notices() {
  const t = useT();
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const [shown, setShown] = useState<Notice[]>([]);
  const [problems, setProblems] = useState<Notice[]>([]);
  const counter = useRef(0);
  const locale = useLocale();
  const { pathname } = useLocation();

  const forgetInvalidForm = useCallback(() => {
    setShown(withoutInvalidForm);
    setProblems(withoutInvalidForm);
  }, []);
  // What was left is no longer invalid.
  useEffect(forgetInvalidForm, [forgetInvalidForm, pathname]);

  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    const { message, type, notificationOptions } = payload;
    const text = typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : '';
    const notice = { id: ++counter.current, text, locale, payload };
    if (!isProblem(type)) forgetInvalidForm();
    setShown((before) => [...before.filter((one) => one.text !== text || !text), notice].slice(-atOnce));
    if (isProblem(type)) setProblems((before) => [...before.filter((one) => one.text !== text), notice].slice(-5));
  }, [notifications, takeNotification, translate, forgetInvalidForm, locale]);

  useEffect(() => {
    const isOfNow = (notice: Notice) => notice.locale === locale;
    setShown((before) => (before.every(isOfNow) ? before : before.filter(isOfNow)));
    setProblems((before) => (before.every(isOfNow) ? before : before.filter(isOfNow)));
  }, [locale]);

  const hide = (notice: Notice, isUndo = false) => {
    setShown((before) => before.filter((one) => one.id !== notice.id));
    if (notice.payload.notificationOptions?.undoable) takeMutation()?.({ isUndo });
  };

  return (
    <section className="notices" aria-label={t('app.notices.region')}>
      <div aria-live="polite" aria-relevant="additions">
        {shown.map((notice) => (
          <NoticeBox key={notice.id} notice={notice} onHide={hide} />
        ))}
      </div>
      {problems.length > 0 && (
        <ul className="unseen" aria-label={t('app.notices.earlier')}>
          {problems.map((notice) => (
            <li key={notice.id}>{notice.text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoticeBox({ notice, onHide }: { notice: Notice; onHide: (notice: Notice, isUndo?: boolean) => void }) {
  const t = useT();
  const kitT = useKitT();
  const [isHeld, setHeld] = useState(false);
  const hide = useRef(onHide);
  hide.current = onHide;
  const { type, message, notificationOptions } = notice.payload;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => hide.current(notice), notificationOptions?.autoHideDuration ?? hideAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld, notice, notificationOptions]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice only keeps it from hiding
    <div
      className="notice"
      onMouseMove={(event) => setHeld((before) => before || hasMoved(event))}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isProblem(type) ? <StateSign sign="refused" size={16} /> : <Icon name="check" size={16} />}
      <span className="notice__text">{notice.text || message}</span>
      {notificationOptions?.undoable && (
        <button type="button" className="notice__undo" onClick={() => onHide(notice, true)}>
          {t('app.notices.undo')}
        </button>
      )}
      <button type="button" className="notice__close" aria-label={kitT('kit.close')} onClick={() => onHide(notice)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** A notice that appears under a resting pointer is not pointed at: it would never hide. */
function hasMoved({ movementX, movementY }: MouseEvent): boolean {
  return movementX !== 0 || movementY !== 0;
}

function withoutInvalidForm(notices: Notice[]): Notice[] {
  return notices.some(isOfInvalidForm) ? notices.filter((notice) => !isOfInvalidForm(notice)) : notices;
}

function isOfInvalidForm({ payload }: Notice): boolean {
  return payload.message === invalidForm;
}

function isProblem(type: NotificationPayload['type']): boolean {
  return type === 'error' || type === 'warning';
}
