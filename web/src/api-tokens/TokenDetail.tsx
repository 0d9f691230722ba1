import type { ApiTokenView } from '@fournil/contract/api-tokens/apiToken';
import { say } from '@fournil/contract/kit/words';
import { rights as everyRight, type Right } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import { Link } from 'react-router-dom';
import { useDates } from '../kit/format/dates.ts';
import { useMay } from '../kit/session/profile.ts';
import { useLanguage } from '../kit/useT.ts';
import { useT as useUsersT } from '../users/messages.ts';
import { useT } from './messages.ts';
import { seesAll } from './seesAll.ts';

const areas = ['PROGRAM', 'MACHINE', 'TAG', 'STRUCTURE'] as const;

/** What is below an opened row: rights by area, structures, and the last use. */
export function TokenDetail({ token }: { token: ApiTokenView }) {
  const t = useT();
  const usersT = useUsersT();
  const language = useLanguage();
  const dates = useDates();
  const may = useMay();
  const { id, rights, structures, lastUsedAt, lastUsedFrom, createdAt, madeBy } = token;
  const held = (area: string) =>
    everyRight.filter((right) => right.startsWith(`ROLE_${area}_`) && rights.includes(right));
  const names = (of: readonly Right[]) => of.map((right) => say(rightWords[right].name, language)).join(', ');
  return (
    <dl className="token-detail">
      {areas
        .filter((area) => held(area).length > 0)
        .map((area) => (
          <div key={area}>
            <dt>{usersT(`users.rights.areas.${area}`)}</dt>
            <dd>{names(held(area))}</dd>
          </div>
        ))}
      <div>
        <dt>{t('apiTokens.sees')}</dt>
        <dd>
          {seesAll(rights)
            ? t('apiTokens.everywhere')
            : structures.map(({ name }) => name).join(', ') || t('apiTokens.nowhere')}
        </dd>
      </div>
      <div>
        <dt>{t('apiTokens.madeBy')}</dt>
        <dd>
          {madeBy?.fullName ?? t('apiTokens.madeByDeleted')}, {dates.date(createdAt)}
        </dd>
      </div>
      {lastUsedAt && (
        <div>
          <dt>{t('apiTokens.lastUsed')}</dt>
          <dd>
            {dates.date(lastUsedAt)}
            {lastUsedFrom && `, ${t('apiTokens.from', { address: lastUsedFrom })}`}
          </dd>
        </div>
      )}
      {may('history.all') && (
        <div>
          <dt className="unseen">{t('apiTokens.activity')}</dt>
          <dd>
            <Link to={`/all-activity?actor=${id}`}>{t('apiTokens.activity')}</Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
