import { GonePage } from '../kit/pages/GonePage.tsx';
import { useT } from './messages.ts';

export function TagGone() {
  const t = useT();
  return (
    <GonePage icon="tags" title={t('tags.goneTitle')} body={t('tags.goneBody')} to="/tags" back={t('tags.back')} />
  );
}
