import { useState } from 'react';
import { part } from '../../kit/pages/part.tsx';
import { May } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import type { ExtractProps } from './ExtractDialog.tsx';
import './extract.css';

const ExtractDialog = part(() => import('./ExtractDialog.tsx'), 'ExtractDialog');

/** MAC-08: the button and what it opens. */
export function ExtractButton(props: ExtractProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button extract__open"
        aria-haspopup="dialog"
        aria-label={t('machines.extract.open')}
        onClick={() => setOpen(true)}
      >
        <Icon name="down" size={16} />
        <span>{t('machines.extract.open')}</span>
      </button>
      {isOpen && <ExtractDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** HIS-03: the export button of `/activity`, for client admins. */
export function ExtractActivities() {
  const profile = useProfile();
  if (!profile) return null;
  return (
    <May act="machines.exportActivities">
      <ExtractButton machine={null} everyActivityFor={profile.id} />
    </May>
  );
}
