import { GonePage } from '../kit/pages/GonePage.tsx';
import { useT } from './messages.ts';

/** A structure that is gone, or that this person does not see: the server does not tell the one from the other. */
export function StructureGone() {
  const t = useT();
  return (
    <GonePage
      icon="structures"
      title={t('structures.goneTitle')}
      body={t('structures.goneBody')}
      to="/structures"
      back={t('structures.back')}
    />
  );
}
