import 'swagger-ui-dist/swagger-ui.css';
import './apiDocs.css';
import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { session } from '../session.ts';

/**
 * INT-03: the page at `/api/docs`. "Execute" sends calls in the name of the person who is signed in to the console in
 * this browser, unless another token is entered under "Authorize".
 */
const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showScheme);
showScheme();

SwaggerUi({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: (call) => {
    const { pathname, search } = new URL(call.url, location.href);
    const token = session.token();
    const own: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
    // Calls go where this page came from, whatever the server's public address.
    return { ...call, url: `${location.origin}${pathname}${search}`, headers: { ...own, ...call.headers } };
  },
});
