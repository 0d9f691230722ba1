import { useT } from './messages.ts';

/** A machine that does not exist, or that this person does not see. */
export function MachineGone() {
  const t = useT();
  return (
    <div className="page">
      <h1>{t('machines.title')}</h1>
      <p className="soft">{t('machines.show.notFound')}</p>
    </div>
  );
}
