import type { PersonName, PersonView } from '@fournil/contract/structures/structure';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { PickInput } from '../../kit/inputs/PickInput.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

const offered = 50;

/** Chooses the person in charge, searched in the organisation by name or address. */
export function InChargeInput({ known }: { known: PersonName | null }) {
  const t = useT();
  const kitT = useKitT();
  const [text, setText] = useState('');
  const q = useDeferredValue(text).trim();
  const { data } = useRead(
    readingList<PersonView>({
      about: 'people',
      path: '/structures/people',
      query: { q, page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
    }),
  );
  const options = data?.data.map(({ id, fullName, email }) => ({
    id,
    label: fullName,
    line: (
      <>
        {fullName} <small className="soft">{email}</small>
      </>
    ),
  }));
  const others = (data?.total ?? 0) - (options?.length ?? 0);
  return (
    <PickInput
      source="userInCharge"
      label={t('structures.form.inCharge')}
      placeholder={t('structures.form.inChargeSearch')}
      options={options ?? []}
      known={known && { id: known.id, label: known.fullName }}
      text={text}
      onText={setText}
      more={others > 0 ? kitT('kit.moreMatches', { count: others }) : undefined}
    />
  );
}
