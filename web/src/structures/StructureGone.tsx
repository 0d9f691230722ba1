import { GonePage } from '../kit/pages/GonePage.tsx';
import { useT } from './messages.ts';

/** A structure that does not exist or that this person may not see: the server gives the same answer. */
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
