import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights } from '@fournil/contract/rights/rights';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { columnsOfKnownUsers, type KnownUser } from '../db/tables/accounts.ts';
import type { Caller } from '../kit/caller.ts';

type Person = KnownUser & { heldRights: string[] };

/** Accounts with the rights that they hold, in one query. */
export function selectPeople(trx: Trx) {
  return trx
    .selectFrom('users')
    .select(columnsOfKnownUsers)
    .select(sql<string[]>`array(select "right" from "userRights" where "userId" = users.id)`.as('heldRights'));
}

/** An account as an actor: in a session, or without one (`''`) for work done in a person's name. */
export function toCaller(person: Person, sessionId: string): Caller {
  return {
    userId: person.id,
    sessionId,
    organisationId: person.organisationId,
    kind: person.kind,
    secondStepPending: false,
    passwordChangeRequired: person.passwordChangeRequired,
    rights: allRights.filter((right) => person.heldRights.includes(right)),
    remoteParamsEdit: person.remoteParamsEdit,
    email: person.email,
    fullName: fullNameOf(person),
    language: person.countryCode,
    temperatureUnit: person.temperatureUnitPreference,
    dateDisplay: person.displayDatePreference,
    timezone: person.timezone,
  };
}
