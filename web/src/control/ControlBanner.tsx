import type { ProfileView } from '@fournil/contract/accounts/profile';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';
import { useStop } from './useControl.ts';
import './control.css';

/** IMP-04: shown on every page of a control session: in whose name it acts, the time left, and a button to end it. */
export function ControlBanner({ profile }: { profile: ProfileView }) {
  const t = useT();
  const dates = useDates();
  const now = useNow(10_000);
  const stop = useStop();
  if (!profile.master) return null;
  const seconds = Math.max(60, (Date.parse(profile.master.until) - now) / 1000);
  return (
    <div className="control-banner" role="status">
      <Icon name="users" size={18} />
      <strong>
        {profile.society
          ? t('control.bannerOf', { name: profile.fullName, society: profile.society })
          : t('control.banner', { name: profile.fullName })}
      </strong>
      <span>{t('control.left', { span: dates.span(seconds) })}</span>
      <button type="button" className="button button--small" disabled={stop.isPending} onClick={() => stop.act()}>
        {t('control.stop')}
      </button>
    </div>
  );
}
