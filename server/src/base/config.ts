import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { apiSettings } from './apiSettings.ts';
import { keptDays, type ReportsKeptDays, reportsKeptDaysOf } from './keptDays.ts';
import { type BrokerConfig, brokerOf, certificatesIn, isLoopback, type Place, placeOf, url } from './settingValues.ts';
import { StartRefused } from './startRefused.ts';

export { type BucketPlace, isLoopback, type Place } from './settingValues.ts';
export { StartRefused } from './startRefused.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const token = z.string().regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or . _ ~ + / = -');

/** Escaped for use in a page's attribute. */
const webAddress = url('http:', 'https:').transform((text) => new URL(text).href);

/** Comma separated. */
const listed = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );

/** The page is served at the root of its address. */
function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === '';
}

/** `images/{product}` exists beside these. */
const reservedSlugs = new Set(['machines', 'file', 'users', 'me']);

const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
/** RFC 5322: an address, or a name before one; a name with a comma must be quoted. */
const sender = /^\s*(?:(?:"[^"\r\n]*"|[^"<>,;@\r\n]*)\s*<[^\s@<>,;"]+@[^\s@<>,;"]+>|[^\s@<>,;"]+@[^\s@<>,;"]+)\s*$/;

/** RFC 9116, 2.5.3 */
function isContact(text: string): boolean {
  return address.test(text) || (/^(https?:\/\/|mailto:|tel:)./i.test(text) && URL.canParse(text));
}

/** In the forms that Fastify accepts: an address, a network, or one of its names. */
function isProxy(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}

/** An address, or a network: `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  if (longest < 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest);
}

/** Every setting of the product, from the environment. Read once, at start. */
const settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The folder of the embedded database, the keys, and the mails stored when there is no SMTP server. */
  DATA_DIR: z.string().min(1).default('data'),
  /** The public address of the console, for links in e-mails. */
  PUBLIC_URL: url('http:', 'https:')
    .refine(
      (text) => !URL.canParse(text) || isBare(new URL(text)),
      'must be an address without a path, a question mark or a password',
    )
    .optional(),
  /** PostgreSQL 15 or later; without it the embedded one is started. */
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /**
   * SCL-03: when DATABASE_URL leads through a pooler in transaction mode, the address that does not: for migrations,
   * jobs and notices.
   */
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  /** SCL-03: a streaming replica, for exports, statistics and the maker's overviews. */
  DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
  /**
   * The master key, which encrypts the keys in the database and from which the passwords of its logins are derived; or
   * the file that contains it.
   */
  SECRETS_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{32,200}$/, 'must be 32 to 200 letters, digits or . _ ~ + / = -')
    .optional(),
  SECRETS_KEY_FILE: z.string().min(1).optional(),
  /** The embedded broker's TLS port, and the host name at which machines reach it. */
  MQTT_PORT: port.optional(),
  MQTT_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .optional(),
  /** SCL-01: a broker that all servers share, instead of the embedded ones: its address for servers. */
  MQTT_URL: url('mqtt:', 'mqtts:').optional(),
  /** PEM files: the certificate and key of the servers at that broker, and the authority of its own certificate. */
  MQTT_CERTIFICATE: z.string().min(1).optional(),
  MQTT_KEY: z.string().min(1).optional(),
  MQTT_AUTHORITY: z.string().min(1).optional(),
  /** The token with which a broker asks whether a client may connect; without it that call does not exist. */
  BROKER_TOKEN: token.optional(),
  /** A file in which the list of revoked certificates is kept, for a broker on the same computer. */
  BROKER_CRL_FILE: z.string().min(1).optional(),
  /** SCL-02: a stopping server still answers calls for this time, while `/api/ready` says that it should get none. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  /** Pictures and update files: a folder, or `s3://bucket/prefix?region=…&endpoint=…`. */
  STORAGE_URL: z.string().min(1).optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an address, or a name with an address: Fournil <no-reply@bakery.example>')
    .default('Fournil <no-reply@fournil.test>'),
  /** The time for which changes are collected before a mail about them is sent. */
  NOTIFY_DIGEST_SECONDS: z.coerce.number().int().min(1).max(86_400).default(120),
  /** `auto`: demonstration accounts and fleet while HOST and PUBLIC_URL are loopback addresses. */
  DEMO: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Whether the maker's staff need a second step; `auto`: except in the demonstration. */
  REQUIRE_STAFF_SECOND_STEP: z.enum(['auto', 'on', 'off']).default('auto'),
  /** A session ends after this time without activity. */
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).max(720).default(240),
  ...keptDays,
  /** The date by which the demonstration's menus follow their seasons; by default today. */
  DEMO_DATE: z.iso.date().optional(),
  /** The speed of the demonstration's simulated ovens. */
  SIMULATOR_SPEED: z.coerce.number().min(0.1).max(3600).default(1),
  SIMULATOR_PORT: port.default(8090),
  /** The polling interval that machines are given for updates. */
  UPDATE_POLL_SECONDS: z.coerce.number().int().min(1).max(86_399).optional(),
  /** A PEM file with the maker's certificates: a version is stored only when one of them signed it. */
  UPDATE_CERTIFICATES: z.string().min(1).optional(),
  /** 2: another super admin than the one who starts a rollout has to confirm it. */
  ROLLOUT_PERSONS: z.coerce.number().int().min(1).max(2).default(1),
  PRODUCT_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,30}$/, 'must be lower-case letters and digits')
    .refine((slug) => !reservedSlugs.has(slug), 'is the name of something else')
    .default('fournil'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Fournil'),
  /** Shown at registration: terms of use and privacy policy. */
  TERMS_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  /** An e-mail or web address for reports of vulnerabilities, for security.txt. */
  SECURITY_CONTACT: z
    .string()
    .refine(isContact, 'must be an e-mail address, or begin with https://, mailto: or tel:')
    .default('security@fournil.test'),
  /** Addresses of the proxies whose X-Forwarded-For is trusted; comma separated. */
  TRUSTED_PROXIES: listed.pipe(
    z.array(z.string().refine(isProxy, 'must be IP addresses or networks (10.0.0.0/8), comma separated')),
  ),
  /** INT-05: networks inside of which webhooks may call; elsewhere only public addresses. Comma separated. */
  WEBHOOK_NETWORKS: listed.pipe(
    z.array(z.string().refine(isNetwork, 'must be networks (10.1.0.0/16), comma separated')),
  ),
  /** The token with which the metrics can be read; without it they do not exist. */
  METRICS_TOKEN: token.optional(),
  ...apiSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export interface Config extends BrokerConfig {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  masterKey: MasterKeySource;
  drainSeconds: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  digestSeconds: number;
  storage: Place;
  demo: boolean;
  /**
   * Unsent mails can be read on a page: only where no other computer reaches the server, directly or through a proxy.
   */
  showsMails: boolean;
  staffNeedSecondStep: boolean;
  sessionIdleMinutes: number;
  historyKeptDays: number;
  /** Days; undefined: for ever. */
  reportsKeptDays: ReportsKeptDays;
  /** How far the clock of the seasons is ahead of today, in the demonstration. */
  seasonsAheadMilliseconds: number;
  simulatorSpeed: number;
  simulatorPort: number;
  updatePollSeconds: number;
  /** A version has to be signed with one of these; none: signatures are not required. */
  updateCertificates: X509Certificate[];
  rolloutPersons: number;
  productSlug: string;
  productName: string;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  trustedProxies: string[];
  /** Where webhooks may call besides public addresses. */
  webhookNetworks: string[];
  securityContact: string;
  metricsToken: string | undefined;
  apiOrigins: string[];
  apiCallsPerMinute: number;
  logLevel: string;
}

/** The source of the master key: the environment, or a file that is created at the first start. */
export type MasterKeySource = { given: string } | { file: string };

/** Removes passwords in addresses, and keys, from the logged settings. */
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
  const isLocal = isLoopback(data.HOST) && (!data.PUBLIC_URL || isLoopback(new URL(data.PUBLIC_URL).hostname));
  const demo = isOn(data.DEMO, isLocal);
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    publicUrl: (data.PUBLIC_URL ?? `http://${isLoopback(data.HOST) ? 'localhost' : data.HOST}:${data.PORT}`).replace(
      /\/$/,
      '',
    ),
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseReplicaUrl: data.DATABASE_REPLICA_URL,
    masterKey: data.SECRETS_KEY
      ? { given: data.SECRETS_KEY }
      : { file: resolve(data.SECRETS_KEY_FILE ?? join(data.DATA_DIR, 'secrets-key')) },
    ...brokerOf(data),
    drainSeconds: data.DRAIN_SECONDS,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    digestSeconds: data.NOTIFY_DIGEST_SECONDS,
    storage: placeOf(data.STORAGE_URL, resolve(data.DATA_DIR)),
    demo,
    showsMails: demo && isLocal && data.SMTP_URL === undefined && data.TRUSTED_PROXIES.length === 0,
    staffNeedSecondStep: isOn(data.REQUIRE_STAFF_SECOND_STEP, !demo),
    sessionIdleMinutes: data.SESSION_IDLE_MINUTES,
    historyKeptDays: data.HISTORY_KEPT_DAYS,
    reportsKeptDays: reportsKeptDaysOf(data),
    seasonsAheadMilliseconds:
      demo && data.DEMO_DATE ? Date.parse(data.DEMO_DATE) - Date.parse(new Date().toISOString().slice(0, 10)) : 0,
    simulatorSpeed: data.SIMULATOR_SPEED,
    simulatorPort: data.SIMULATOR_PORT,
    // Shorter in the demonstration, so that an update begins within seconds.
    updatePollSeconds: data.UPDATE_POLL_SECONDS ?? (demo ? 15 : 300),
    updateCertificates: certificatesIn(data.UPDATE_CERTIFICATES),
    rolloutPersons: data.ROLLOUT_PERSONS,
    productSlug: data.PRODUCT_SLUG,
    productName: data.PRODUCT_NAME,
    termsUrl: data.TERMS_URL,
    privacyUrl: data.PRIVACY_URL,
    trustedProxies: data.TRUSTED_PROXIES,
    webhookNetworks: data.WEBHOOK_NETWORKS,
    metricsToken: data.METRICS_TOKEN,
    apiOrigins: data.API_ORIGINS,
    apiCallsPerMinute: data.API_CALLS_PER_MINUTE,
    securityContact: data.SECURITY_CONTACT,
    logLevel: data.LOG_LEVEL,
  };
}

function isOn(choice: 'auto' | 'on' | 'off', auto: boolean): boolean {
  return choice === 'auto' ? auto : choice === 'on';
}
