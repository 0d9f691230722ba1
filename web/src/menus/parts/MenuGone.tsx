import { GonePage } from '../../kit/pages/GonePage.tsx';
import { useT } from '../messages.ts';

export function MenuGone() {
  const t = useT();
  return (
    <GonePage
      icon="menus"
      title={t('menus.gone.title')}
      body={t('menus.gone.body')}
      to="/menus"
      back={t('menus.gone.back')}
    />
  );
}
