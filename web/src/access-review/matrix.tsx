import type { AccessView } from '@fournil/contract/access-review/accessReview';
import { say } from '@fournil/contract/kit/words';
import { type Right, rights } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import type { DataColumn } from '../kit/lists/DataTable.tsx';
import { useKitT } from '../kit/messages.ts';
import { useLanguage } from '../kit/useT.ts';
import { useT as useUsersT } from '../users/messages.ts';
import { useT } from './messages.ts';

const areas = ['PROGRAM', 'MACHINE', 'TAG', 'STRUCTURE'] as const;
const rightsOf = (area: string) => rights.filter((right) => right.startsWith(`ROLE_${area}_`));
const holds = ({ rights: held }: AccessView, right: Right) => held === null || held.includes(right);

/** AUD-02: areas × rights; where a row is a card, the same in words. */
export function useRightsColumns(): DataColumn<AccessView>[] {
  const t = useT();
  const areaT = useUsersT();
  const language = useLanguage();
  const matrix = areas.flatMap((area) =>
    rightsOf(area).map(
      (right): DataColumn<AccessView> => ({
        name: right,
        label: say(rightWords[right].name, language),
        group: areaT(`users.rights.areas.${area}`),
        isUpright: true,
        only: 'table',
        cell: (person) => (
          <RightMark
            isOn={holds(person, right)}
            isByKind={person.rights === null}
            title={say(rightWords[right].name, language)}
          />
        ),
      }),
    ),
  );
  return [
    ...matrix,
    { name: 'rights', label: t('access.rights'), only: 'card', cell: (person) => <InWords person={person} /> },
  ];
}

function RightMark({ isOn, isByKind, title }: { isOn: boolean; isByKind: boolean; title: string }) {
  const kitT = useKitT();
  return (
    <span className="access__mark" data-on={isOn || undefined} data-by-kind={isByKind || undefined} title={title}>
      <span className="unseen">{kitT(isOn ? 'kit.yes' : 'kit.no')}</span>
    </span>
  );
}

function InWords({ person }: { person: AccessView }) {
  const t = useT();
  const areaT = useUsersT();
  const language = useLanguage();
  const lines = areas.flatMap((area) => {
    const all = rightsOf(area);
    const held = all.filter((right) => holds(person, right));
    if (held.length === 0) return [];
    const name = areaT(`users.rights.areas.${area}`);
    if (held.length === all.length) return [t('access.allOfArea', { area: name })];
    return [
      t('access.ofArea', { area: name, names: held.map((right) => say(rightWords[right].name, language)).join(', ') }),
    ];
  });
  if (lines.length === 0) return <span>{t('access.noRights')}</span>;
  return (
    <ul className="access__words">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
