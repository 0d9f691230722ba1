import { Link } from 'react-router-dom';
import { useRead } from '../data/index.ts';
import { listLink } from '../kit/lists/listLink.ts';
import { useMay } from '../kit/session/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { differencesReading } from './differenceQueries.ts';
import { useT } from './messages.ts';
import './differencesLink.css';

/** How many ovens differ in a program or programs differ below a structure, with a link to them; nothing for none. */
export function DifferencesLink({ of }: { of: { program: string } | { structure: string } }) {
  const t = useT();
  const may = useMay();
  const { data } = useRead({ ...differencesReading(of), enabled: may('programMachines.list') });
  if (!data || data.total === 0) return null;
  return (
    <p className="differences-link">
      <StateSign sign="changedOnMachine" />
      <Link className="link" to={listLink('differences', of)}>
        {t('program' in of ? 'differences.link' : 'differences.linkPrograms', { smart_count: data.total })}
      </Link>
    </p>
  );
}
