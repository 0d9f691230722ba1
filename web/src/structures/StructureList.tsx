import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { Link } from 'react-router-dom';
import { listLink } from '../kit/listLink.ts';
import { PageFor } from '../kit/May.tsx';
import { PlainList } from '../kit/PlainList.tsx';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

const perPage = 50;

/** The tree as one list, each level 30 px further in; counts include everything below. */
export function StructureList() {
  return (
    <PageFor act="structures.open">
      <Structures />
    </PageFor>
  );
}

function Structures() {
  const t = useT();
  return (
    <PlainList<StructureView>
      resource="structures"
      title={t('structures.title')}
      sort="path"
      perPage={perPage}
      search={t('structures.search')}
      empty={<Empty />}
      columns={[
        { name: 'name', label: t('structures.name'), cell: (structure) => <Name structure={structure} /> },
        {
          name: 'path',
          label: t('structures.path'),
          cell: ({ path }) => <span className="soft">{path.slice(0, -1).join(' / ') || t('structures.top')}</span>,
        },
        { name: 'machines', label: t('structures.machines'), isNumber: true, cell: (structure) => <Machines structure={structure} /> },
      ]}
    />
  );
}

function Name({ structure: { name, depth } }: { structure: StructureView }) {
  return (
    <span className={depth === 0 ? 'strong' : undefined} style={{ paddingInlineStart: depth * structureLimits.indentPixels }}>
      {name}
    </span>
  );
}

function Machines({ structure: { id, name, nbMachine } }: { structure: StructureView }) {
  const t = useT();
  const may = useMay();
  if (nbMachine === 0 || !may('machines.list')) return nbMachine;
  return (
    <Link className="link" to={listLink('machines', { structure: id })} aria-label={`${nbMachine}, ${t('structures.see', { name })}`}>
      {nbMachine}
    </Link>
  );
}

function Empty() {
  const t = useT();
  return (
    <div className="empty">
      <Icon name="structures" size={40} />
      <div>
        <h2>{t('structures.emptyTitle')}</h2>
        <p>{t('structures.emptyBody')}</p>
      </div>
    </div>
  );
}
