import { capitalised, type EntityWithCalls } from '@fournil/contract/entities';
import { say } from '@fournil/contract/kit/words';
import { resources } from '@fournil/contract/resources';
import type { Action } from '@fournil/contract/rights/policy';
import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import type { RecordOptions } from '../../data/index.ts';
import { PageFor } from '../session/May.tsx';
import { useLanguage } from '../useT.ts';
import { type LoadedOptions, LoadedRecord } from './LoadedRecord.tsx';
import { useRecordOfAddress } from './useRecordOfAddress.ts';
import { useTitle } from './useTitle.ts';

interface RecordPageProps<View> extends LoadedOptions, Omit<RecordOptions, 'isEnabled'> {
  of: EntityWithCalls;
  /** The right that the page requires. */
  act: Action;
  /** The browser's title, unless the children set it. */
  titleOf?: (record: View) => string;
  children: (record: View) => ReactNode;
}

/** The page of the record whose id is in the address: shown, edited, or something done with it. */
export function RecordPage<View extends RaRecord>({ act, ...rest }: RecordPageProps<View>) {
  return (
    <PageFor act={act}>
      <OfAddress {...rest} />
    </PageFor>
  );
}

function OfAddress<View extends RaRecord>({
  of,
  titleOf,
  isAfresh = true,
  everyMilliseconds,
  ...rest
}: Omit<RecordPageProps<View>, 'act'>) {
  const language = useLanguage();
  const { path, many } = resources[of];
  const reading = useRecordOfAddress<View>(path, everyMilliseconds ? { isAfresh, everyMilliseconds } : { isAfresh });
  useTitle(reading.data ? (titleOf?.(reading.data) ?? null) : say(capitalised(many), language));
  return <LoadedRecord of={of} reading={reading} {...rest} />;
}
