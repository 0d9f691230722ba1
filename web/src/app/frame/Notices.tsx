import { type NotificationPayload, useLocale, useNotificationContext, useTranslate } from 'ra-core';
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { narrowerThan, rem, usualPixels } from '../../kit/rem.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import type { UndoableNotice } from '../../kit/useNotifyUndoable.ts';
import { useT } from '../messages.ts';
import './notices.css';

const hideAfterMilliseconds = 5000;
const atOnce = 3;
/**
 * Heights at the usual text size: of a notice of two lines, of what is below it (on a phone, the bottom bar), and of
 * the gap between a notice and a form's foot.
 */
const roomPixels = { notice: 64, below: 16, belowOnPhone: 80, gap: 8 } as const;
/** The buttons at the end of a form. */
const feet = '.form-foot, .update-form__foot, .update__edit-foot, .bulk-bar';
/** ra-core's notice about an invalid form; it applies until the form is submitted again, or left. */
const invalidForm = 'ra.message.invalid_form';

interface Notice {
  id: number;
  text: string;
  /** The language of the notice; it is hidden when the language changes. */
  locale: string;
  payload: NotificationPayload;
}

/** GEN-04: each notice hides after a time; errors are announced by screen readers. The same text is shown once. */
export function Notices() {
  const t = useT();
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Notice[]>([]);
  const [problems, setProblems] = useState<Notice[]>([]);
  const counter = useRef(0);
  const locale = useLocale();
  const { pathname } = useLocation();

  const forgetInvalidForm = useCallback(() => {
    setShown(withoutInvalidForm);
    setProblems(withoutInvalidForm);
  }, []);
  // When the form is left, its notice no longer applies.
  useEffect(forgetInvalidForm, [forgetInvalidForm, pathname]);
  // When the form is submitted again, the notice is removed; ra-core shows it again if it still applies.
  useEffect(() => {
    document.addEventListener('submit', forgetInvalidForm, true);
    return () => document.removeEventListener('submit', forgetInvalidForm, true);
  }, [forgetInvalidForm]);

  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    const { message, type, notificationOptions } = payload;
    const text =
      typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : '';
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

  const hide = (notice: Notice) => setShown((before) => before.filter((one) => one.id !== notice.id));

  const place = usePlace(shown.length);
  return (
    <section className="notices" style={place} aria-label={t('app.notices.region')}>
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

/**
 * The position of notices where a form has a foot, which is fixed at the bottom or stands where the form ends: below
 * it, or above it when there is no room. Followed while notices are shown, because the page may change or scroll.
 */
function usePlace(count: number): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const look = () => {
      const next = count > 0 ? placeFor(count) : undefined;
      setPlace((before) => (before?.bottom === next?.bottom ? before : next));
    };
    look();
    if (count === 0) return;
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    const anywhere = { capture: true, passive: true };
    addEventListener('resize', look);
    addEventListener('scroll', look, anywhere);
    return () => {
      changes.disconnect();
      removeEventListener('resize', look);
      removeEventListener('scroll', look, anywhere);
    };
  }, [count]);
  return place;
}

function placeFor(count: number): CSSProperties | undefined {
  const foot = document.querySelector(feet)?.getBoundingClientRect();
  // The foot is scrolled out of view.
  if (!foot || foot.top >= innerHeight) return undefined;
  const below = matchMedia(narrowerThan('phone')).matches ? roomPixels.belowOnPhone : roomPixels.below;
  const isRoomBelow = usualPixels(innerHeight - foot.bottom) >= below + count * roomPixels.notice;
  return { bottom: rem(isRoomBelow ? below : usualPixels(innerHeight - foot.top) + roomPixels.gap) };
}

function NoticeBox({ notice, onHide }: { notice: Notice; onHide: (notice: Notice) => void }) {
  const t = useT();
  const [isHeld, setHeld] = useState(false);
  const hide = useRef(onHide);
  hide.current = onHide;
  const { type, message, notificationOptions } = notice.payload;
  const undo: UndoableNotice['undo'] | undefined = notificationOptions?.['undo'];
  // Null: until the person closes it.
  const { autoHideDuration = hideAfterMilliseconds } = notificationOptions ?? {};
  useEffect(() => {
    if (isHeld || autoHideDuration === null) return;
    const timer = setTimeout(() => hide.current(notice), autoHideDuration);
    return () => clearTimeout(timer);
  }, [isHeld, notice, autoHideDuration]);
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
      <span className="notice__text clamp clamp--6" title={notice.text || undefined}>
        {notice.text || message}
      </span>
      {undo && (
        <button
          type="button"
          className="notice__undo"
          onClick={() => {
            onHide(notice);
            undo();
          }}
        >
          {t('app.notices.undo')}
        </button>
      )}
      <button
        type="button"
        className="notice__close"
        aria-label={t('app.notices.close')}
        onClick={() => onHide(notice)}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** Ignores a pointer that does not move: a notice that appears below it would never hide. */
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
