import { useState } from 'react';
import { fetchFile, useDownload } from '../../data/index.ts';
import { MoreMenu } from '../../kit/MoreMenu.tsx';
import { part } from '../../kit/pages/part.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from './messages.ts';

const HoursImport = part(() => import('./HoursImport.tsx'), 'HoursImport');

/** HRS-01: the opening hours of all structures as a file, and its import. */
export function HoursFileMenu() {
  const t = useT();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const file = useDownload(() => fetchFile('/structures/hours.csv'));
  return (
    <>
      <MoreMenu
        entries={[
          may('structures.edit') && { icon: 'plus', label: t('hoursFile.import'), act: () => setOpen(true) },
          may('structures.show') && { icon: 'down', label: t('hoursFile.export'), act: () => file.act() },
        ]}
      />
      {isOpen && <HoursImport onClose={() => setOpen(false)} />}
    </>
  );
}
