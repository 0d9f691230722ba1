import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../base/config.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built page: files with a hash in their name are cached for a year, index.html is never, and has a nonce.
 */
export async function servePage(app: FastifyInstance, config: Config): Promise<void> {
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(config)),
  );
  const html = await readFile(join(dist, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return; // The page is not built: only the API is served.
  const { scriptHashes } = JSON.parse(await readFile(join(dist, 'csp.json'), 'utf8')) as { scriptHashes: string[] };
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
  });
  const send = (reply: FastifyReply, text: string, policy: (nonce: string) => string[]) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('Content-Security-Policy', policy(nonce).join('; '))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillIn(text, config).replaceAll('__NONCE__', nonce));
  };
  app.get('/', (_request, reply) => send(reply, html, (nonce) => contentPolicy(nonce, scriptHashes)));
  const apiHtml = await readFile(join(dist, 'api.html'), 'utf8');
  app.get('/api/docs', (_request, reply) => send(reply, apiHtml, apiPagePolicy));
}

/** Writes into index.html the settings that the page needs before its first call. */
export function fillIn(html: string, config: Config): string {
  return html
    .replaceAll('__PRODUCT_SLUG__', config.productSlug)
    .replaceAll('__PRODUCT_NAME__', config.productName)
    .replaceAll('__TERMS_URL__', () => attributeOf(config.termsUrl))
    .replaceAll('__PRIVACY_URL__', () => attributeOf(config.privacyUrl))
    .replaceAll('__SHOWS_MAILS__', String(config.showsMails));
}

/** The value of an attribute; an address as URL writes it contains no quotation mark. */
function attributeOf(url: string | undefined): string {
  return (url ?? '').replaceAll('&', '&amp;');
}

/** RFC 9116: the contact for reports of vulnerabilities. */
function securityText(config: Config): string {
  const expires = new Date(Date.now() + 180 * dayMilliseconds).toISOString();
  const contact = /^[a-z]+:/i.test(config.securityContact)
    ? config.securityContact
    : `mailto:${config.securityContact}`;
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, fr',
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

function contentPolicy(nonce: string, scriptHashes: string[]): string[] {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    trustedTypes,
  ];
}

const trustedTypes = "require-trusted-types-for 'script'";

/** INT-03: the same for the page of the API, whose library writes descriptions as HTML that it has cleaned. */
function apiPagePolicy(nonce: string): string[] {
  return contentPolicy(nonce, []).filter((rule) => rule !== trustedTypes);
}
