import type { TemperatureUnit } from '@fournil/contract/kit/units';
import type { Language } from '@fournil/contract/kit/words';
import type { DateDisplay } from '@fournil/contract/kit/zones';
import type { Actor } from '@fournil/contract/rights/roles';
import { organisationScope, type Scope, staffScope } from '../db/database.ts';
import { notFound } from './errors.ts';

/** The signed-in person of a call, with their present rights. */
export interface Caller extends Actor {
  userId: string;
  sessionId: string;
  /** Null for the maker's staff. */
  organisationId: string | null;
  email: string;
  fullName: string;
  language: Language;
  temperatureUnit: TemperatureUnit;
  dateDisplay: DateDisplay;
  timezone: string | null;
  /** INT-04: the program that calls; `userId` is then the id of its token. */
  apiToken?: CallingToken | null;
}

export interface CallingToken {
  id: string;
  /** As its maker named it; `fullName` says besides that it is an API token. */
  name: string;
  /** It sees these structures and those below them, as a user does who is assigned to them. */
  structureIds: readonly string[];
}

/** A caller who belongs to an organisation. */
export interface Member extends Caller {
  organisationId: string;
}

/** The caller as a member; throws 404 for staff, who have no organisation. */
export function memberOf(caller: Caller): Member {
  if (caller.organisationId === null) throw notFound();
  return caller as Member;
}

export function scopeOf(caller: Caller): Scope {
  return caller.organisationId === null ? staffScope : organisationScope(caller.organisationId);
}
