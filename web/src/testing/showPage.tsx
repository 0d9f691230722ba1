import type { ProfileView } from '@fournil/contract/accounts/profile';
import { apiPath } from '@fournil/contract/kit/addresses';
import { configure, render } from '@testing-library/react';
import {
  type AuthProvider,
  CoreAdminContext,
  memoryStore,
  TestMemoryRouter,
  useNotificationContext,
  useTranslate,
} from 'ra-core';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { authProviderFor } from '../app/authProvider.ts';
import { messages } from '../app/words/allMessages.ts';
import { registerMessages, useI18nOf } from '../app/words/i18nProvider.ts';
import { dataProvider, newQueryClient, setCaller } from '../data/index.ts';
import { profileReading } from '../kit/session/profileReading.ts';

// As for what the tests of the server wait for: it may take longer on a slow computer.
configure({ asyncUtilTimeout: 40_000 });

export interface SentCall {
  query: URLSearchParams;
  body: unknown;
  /** The version in `If-Match`. */
  version: string | null;
}
/** The server's answers by method and path, such as `GET /tags/1`; `Refusal` and `noNetwork` are failures. */
export type Server = Record<string, (asked: SentCall) => unknown>;

export class Refusal {
  readonly status: number;
  readonly problem: object;
  constructor(status: number, problem: object = {}) {
    this.status = status;
    this.problem = problem;
  }
}
export const noNetwork = Symbol('no network');

registerMessages(messages);

let sessions = 0;

/** A client admin, who has every right in the organisation. */
const admin = {
  id: 'me',
  fullName: 'Anne Levain',
  kind: 'clientAdmin',
  roles: ['ROLE_ADMIN'],
  rights: [],
  countryCode: 'EN',
  timezone: 'Europe/Paris',
  temperatureUnitPreference: 'C',
  displayDatePreference: 'relative',
  master: null,
} as unknown as ProfileView;

/**
 * Shows a page to a client admin, or to the person of `as`, as the app would, at an address, before a server that is
 * given by what it answers. Returns what was sent, in its order, and the client's cache.
 */
export function showPage(
  page: ReactNode,
  { server, at = '/', path = '*', as = {} }: { server: Server; at?: string; path?: string; as?: Partial<ProfileView> },
) {
  const sent: string[] = [];
  const queryClient = newQueryClient();
  queryClient.setQueryData(profileReading.queryKey, { ...admin, ...as });
  // A new session for each test, so that an equal write of an earlier test does not count as a repetition.
  sessions += 1;
  const token = `token ${sessions}`;
  setCaller({ token: () => token, language: () => 'en', refused: () => undefined });
  // As in the app, for a session that goes on.
  const authProvider: AuthProvider = {
    ...authProviderFor(queryClient),
    checkAuth: async () => undefined,
    canAccess: async () => queryClient.getQueryData<ProfileView>(profileReading.queryKey)?.kind === 'clientAdmin',
    getIdentity: async () => ({ id: 'me' }),
    getPermissions: async () => null,
  };
  // In development, ra-core logs each refusal.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost');
    const call = `${init.method ?? 'GET'} ${url.pathname.slice(apiPath.length)}`;
    sent.push(call);
    const answer = server[call];
    if (!answer) throw new Error(`The page asked for what this test does not answer: ${call}`);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    const version = new Headers(init.headers).get('If-Match');
    const said = await answer({ query: url.searchParams, body, version });
    if (said === noNetwork) throw new TypeError('Failed to fetch');
    if (said instanceof Refusal)
      return new Response(JSON.stringify({ status: said.status, detail: 'Refused.', ...said.problem }), {
        status: said.status,
      });
    return new Response(said === undefined ? null : JSON.stringify(said), { status: said === undefined ? 204 : 200 });
  });
  const store = memoryStore({ locale: 'en' });
  const Context = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={useI18nOf(store)}
      queryClient={queryClient}
      store={store}
    >
      {children}
    </CoreAdminContext>
  );
  const shown = render(
    <TestMemoryRouter initialEntries={[at]}>
      <Context>
        <Routes>
          <Route path={path} element={page} />
          <Route path="*" element={<p>Another page</p>} />
        </Routes>
        <Notices />
      </Context>
    </TestMemoryRouter>,
  );
  return { ...shown, sent, queryClient };
}

/** The API's answer for a list. */
export const collection = (items: readonly object[], total = items.length) => ({
  'hydra:member': items,
  'hydra:totalItems': total,
});

function Notices() {
  const translate = useTranslate();
  const { notifications } = useNotificationContext();
  return (
    <ul aria-label="Notices">
      {notifications.map(({ message, type, notificationOptions }, index) => (
        <li key={`${String(message)} ${index}`} data-type={type}>
          {typeof message === 'string' ? translate(message, { _: message }) : message}
          {notificationOptions?.['undo'] && (
            <button type="button" onClick={notificationOptions['undo']}>
              Undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
