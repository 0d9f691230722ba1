import { fetchHydra, HydraAdmin, hydraDataProvider } from '@api-platform/admin';
import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** API Platform's admin as its documentation shows it, with a bearer token. Everything else it reads from the API. */
const entrypoint = `${location.origin}/api`;
const headers = { Authorization: `Bearer ${new URLSearchParams(location.search).get('token')}` };

const dataProvider = hydraDataProvider({
  entrypoint,
  mercure: false,
  httpClient: (url: URL, options = {}) => fetchHydra(url, { ...options, headers }),
  apiDocumentationParser: () => parseHydraDocumentation(entrypoint, { headers }),
});

const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(HydraAdmin, { entrypoint, dataProvider }));
