import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]) =>
  z.url().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must begin with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  });

/** As it may stand in a page: what would end an attribute is written as a code. */
const webAddress = url('http:', 'https:').transform((text) => new URL(text).href);

/** The page lies at the top of its address. */
function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === '';
}

/** `images/{product}` stands beside these. */
const reservedSlugs = new Set(['machines', 'file', 'users', 'me']);

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
/** RFC 5322: an address, or a name before one; a name with a comma stands in quotation marks. */
const sender = /^\s*(?:(?:"[^"\r\n]*"|[^"<>,;@\r\n]*)\s*<[^\s@<>,;"]+@[^\s@<>,;"]+>|[^\s@<>,;"]+@[^\s@<>,;"]+)\s*$/;

/** RFC 9116, 2.5.3 */
function isContact(text: string): boolean {
  return address.test(text) || (/^(https?:\/\/|mailto:|tel:)./i.test(text) && URL.canParse(text));
}

/** As Fastify takes them: an address, a network, or one of its names. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  if (longest < 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest);
}

/** Every setting of the product, from the environment. Read once, at start. */
const settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The embedded database, keys and mails kept for want of an SMTP server. */
  DATA_DIR: z.string().min(1).default('data'),
  /** The address that people use, for links in e-mails. */
  PUBLIC_URL: url('http:', 'https:')
    .refine(
      (text) => !URL.canParse(text) || isBare(new URL(text)),
      'must be an address without a path, a question mark or a password',
    )
    .optional(),
  /** PostgreSQL 15 or later; without it the embedded one is started. */
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /**
   * The master key, which seals the keys in the database and makes its logins' passwords; or the file that holds it.
   */
  SECRETS_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{32,200}$/, 'must be 32 to 200 letters, digits or . _ ~ + / = -')
    .optional(),
  SECRETS_KEY_FILE: z.string().min(1).optional(),
  /** The embedded broker's TLS port, and the host name under which machines reach it. */
  MQTT_PORT: port.default(8883),
  MQTT_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** Pictures and update files: a folder, or `s3://bucket/prefix?region=…&endpoint=…`. */
  STORAGE_URL: z.string().min(1).optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an address, or a name with an address: Fournil <no-reply@bakery.example>')
    .default('Fournil <no-reply@fournil.test>'),
  /** How long changes are gathered before those who want e-mails about them get one. */
  NOTIFY_DIGEST_SECONDS: z.coerce.number().int().min(1).max(86_400).default(120),
  /** `auto`: demo accounts and a demo fleet while HOST and PUBLIC_URL are loopback addresses. */
  DEMO: z.enum(['auto', 'on', 'off']).default('auto'),
  /** A second step of the maker's staff; `auto`: where there is no demo. */
  REQUIRE_STAFF_SECOND_STEP: z.enum(['auto', 'on', 'off']).default('auto'),
  /** A session ends when its person has done nothing for so long. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).max(720).default(240),
  /** AUD-01: how long the history of who did what is kept; never less than a year. */
  HISTORY_KEPT_DAYS: z.coerce.number().int().min(365).max(36_500).default(3650),
  /** How fast the demo's simulated ovens live. */
  SIMULATOR_SPEED: z.coerce.number().min(0.1).max(3600).default(1),
  SIMULATOR_PORT: port.default(8090),
  /** How often machines are asked to call for updates. */
  UPDATE_POLL_SECONDS: z.coerce.number().int().min(1).max(86_399).optional(),
  /** A file of the maker's certificates (PEM): a version is stored only when one of them signed it. */
  UPDATE_CERTIFICATES: z.string().min(1).optional(),
  /** 2: another super admin than who begins a rollout has to confirm it. */
  ROLLOUT_PERSONS: z.coerce.number().int().min(1).max(2).default(1),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,30}$/, 'must be lower-case letters and digits')
    .refine((slug) => !reservedSlugs.has(slug), 'is the name of something else')
    .default('fournil'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Fournil'),
  /** What whoever registers may read first: terms of use, and what becomes of their data. */
  TERMS_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  /** An e-mail or web address for reports of weaknesses, for security.txt. */
  SECURITY_CONTACT: z
    .string()
    .refine(isContact, 'must be an e-mail address, or begin with https://, mailto: or tel:')
    .default('security@fournil.test'),
  /** Addresses of the proxies before this server, whose word on who is calling counts; comma separated. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(z.array(z.string().refine(isProxy, 'must be IP addresses or networks (10.0.0.0/8), comma separated'))),
  /** Whoever brings it may read the metrics; without it there are none. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or . _ ~ + / = -')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  databaseUrl: string | undefined;
  masterKey: MasterKeySource;
  mqttPort: number;
  mqttHost: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  digestSeconds: number;
  storage: Place;
  demo: boolean;
  /** The mails that nobody sends can be read on a page: only where nobody else can reach it, be it through a proxy. */
  showsMails: boolean;
  staffNeedSecondStep: boolean;
  sessionIdleMinutes: number;
  historyKeptDays: number;
  simulatorSpeed: number;
  simulatorPort: number;
  updatePollSeconds: number;
  /** By one of these a version has to be signed; none: whoever stores it is believed. */
  updateCertificates: X509Certificate[];
  rolloutPersons: number;
  productSlug: string;
  productName: string;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  trustedProxies: string[];
  securityContact: string;
  metricsToken: string | undefined;
  logLevel: string;
}

/** Where files lie. */
export type Place = { kind: 'folder'; path: string } | BucketPlace;
export interface BucketPlace {
  kind: 'bucket';
  bucket: string;
  region: string;
  /** For anything that is not Amazon. */
  endpoint: string | null;
  /** Before every name: empty, or ends in a slash. */
  prefix: string;
}

/** Where the master key is: given in the environment, or in a file that is made at the first start. */
export type MasterKeySource = { given: string } | { file: string };

/** Thrown for anything that the person who starts the product can mend; its message is the one sentence shown. */
export class StartRefused extends Error {}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);
export function isLoopback(host: string): boolean {
  return loopback.has(host);
}

/** Passwords of addresses are for no log, and keys neither. */
function shown(name: string, value = ''): string {
  if (/KEY$|TOKEN$/.test(name)) return '…';
  return value.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:…@');
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settings.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new StartRefused(
      `The setting ${String(issue?.path[0])} is wrong: ${issue?.message} (it is "${shown(String(issue?.path[0]), given[String(issue?.path[0])])}").`,
    );
  }
  const { data } = result;
  const isLocal = loopback.has(data.HOST) && (!data.PUBLIC_URL || loopback.has(new URL(data.PUBLIC_URL).hostname));
  const demo = isOn(data.DEMO, isLocal);
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    publicUrl: (data.PUBLIC_URL ?? `http://${loopback.has(data.HOST) ? 'localhost' : data.HOST}:${data.PORT}`).replace(
      /\/$/,
      '',
    ),
    databaseUrl: data.DATABASE_URL,
    masterKey: data.SECRETS_KEY
      ? { given: data.SECRETS_KEY }
      : { file: resolve(data.SECRETS_KEY_FILE ?? join(data.DATA_DIR, 'secrets-key')) },
    mqttPort: data.MQTT_PORT,
    mqttHost: data.MQTT_HOST ?? (loopback.has(data.HOST) ? '127.0.0.1' : data.HOST),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    digestSeconds: data.NOTIFY_DIGEST_SECONDS,
    storage: placeOf(data.STORAGE_URL, resolve(data.DATA_DIR)),
    demo,
    showsMails: demo && isLocal && data.SMTP_URL === undefined && data.TRUSTED_PROXIES.length === 0,
    staffNeedSecondStep: isOn(data.REQUIRE_STAFF_SECOND_STEP, !demo),
    sessionIdleMinutes: data.SESSION_IDLE_MINUTES,
    historyKeptDays: data.HISTORY_KEPT_DAYS,
    simulatorSpeed: data.SIMULATOR_SPEED,
    simulatorPort: data.SIMULATOR_PORT,
    // Whoever looks at the demonstration does not want to wait.
    updatePollSeconds: data.UPDATE_POLL_SECONDS ?? (demo ? 15 : 300),
    updateCertificates: certificatesIn(data.UPDATE_CERTIFICATES),
    rolloutPersons: data.ROLLOUT_PERSONS,
    productSlug: data.PRODUCT_SLUG,
    productName: data.PRODUCT_NAME,
    termsUrl: data.TERMS_URL,
    privacyUrl: data.PRIVACY_URL,
    trustedProxies: data.TRUSTED_PROXIES,
    metricsToken: data.METRICS_TOKEN,
    securityContact: data.SECURITY_CONTACT,
    logLevel: data.LOG_LEVEL,
  };
}

function isOn(choice: 'auto' | 'on' | 'off', auto: boolean): boolean {
  return choice === 'auto' ? auto : choice === 'on';
}

const bucketSettings = z.strictObject({
  region: z.string().min(1).default('us-east-1'),
  endpoint: url('http:', 'https:').nullable().default(null),
});

/** STORAGE_URL: an address that is none is a folder's path. */
function placeOf(given: string | undefined, dataDir: string): Place {
  if (given === undefined) return { kind: 'folder', path: join(dataDir, 'storage') };
  const wrong = (why: string) => new StartRefused(`The setting STORAGE_URL is wrong: ${why} (it is "${given}").`);
  const address = /^[a-z][a-z0-9+.-]+:/i.test(given) && URL.canParse(given) ? new URL(given) : null;
  if (!address) return { kind: 'folder', path: resolve(given) };
  if (address.protocol === 'file:' && address.host === '') return { kind: 'folder', path: fileURLToPath(address) };
  if (address.protocol !== 's3:') throw wrong('must be a folder, or begin with s3:// or file:///');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(address.host))
    throw wrong('s3:// must be followed by the name of a bucket');
  if (address.username || address.password)
    throw wrong('keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not in the address');
  const options = bucketSettings.safeParse(Object.fromEntries(address.searchParams));
  if (!options.success)
    throw wrong('only region and endpoint (an http:// or https:// address) may follow the question mark');
  const folder = address.pathname.replace(/^\/+|\/+$/g, '');
  return { kind: 'bucket', bucket: address.host, ...options.data, prefix: folder === '' ? '' : `${folder}/` };
}

/** UPDATE_CERTIFICATES: the certificates in that file, at least one. */
function certificatesIn(path: string | undefined): X509Certificate[] {
  if (path === undefined) return [];
  try {
    const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (found.length > 0) return found.map((text) => new X509Certificate(text));
  } catch {
    // Said below, as what it is for whoever starts the product.
  }
  throw new StartRefused(
    `The setting UPDATE_CERTIFICATES is wrong: must be a file with at least one certificate in PEM form (it is "${path}").`,
  );
}
