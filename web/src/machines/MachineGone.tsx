import { GonePage } from '../kit/pages/GonePage.tsx';
import { useMay } from '../kit/session/profile.ts';
import { useT } from './messages.ts';

/** For readers without the list of machines, the way leads home. */
export function MachineGone() {
  const t = useT();
  const may = useMay();
  return <GonePage of="machine" {...(may('machines.list') ? {} : { to: '/', back: t('machines.settings.home') })} />;
}
