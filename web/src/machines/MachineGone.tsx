import { GonePage } from '../kit/pages/GonePage.tsx';
import { useMay } from '../kit/session/profile.ts';
import { useT } from './messages.ts';

/** A machine that does not exist or that this person may not see: the server gives the same answer. */
export function MachineGone() {
  const t = useT();
  const may = useMay();
  const [to, words] = may('machines.list')
    ? (['/machines', 'machines.show.back'] as const)
    : (['/', 'machines.settings.home'] as const);
  return (
    <GonePage icon="machines" title={t('machines.title')} body={t('machines.show.notFound')} to={to} back={t(words)} />
  );
}
