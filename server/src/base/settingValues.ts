import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartRefused } from './startRefused.ts';

/** An address with one of these protocols. */
export const url = (...protocols: string[]) =>
  z.url().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must begin with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  });

/** The place where files are stored. */
export type Place = { kind: 'folder'; path: string } | BucketPlace;
export interface BucketPlace {
  kind: 'bucket';
  bucket: string;
  region: string;
  /** For S3 services other than Amazon's. */
  endpoint: string | null;
  /** Prefix of every name: empty, or ends in a slash. */
  prefix: string;
}

const bucketSettings = z.strictObject({
  region: z.string().min(1).default('us-east-1'),
  endpoint: url('http:', 'https:').nullable().default(null),
});

/** STORAGE_URL: a value that is no address is a folder's path. */
export function placeOf(setting: string | undefined, dataDir: string): Place {
  if (setting === undefined) return { kind: 'folder', path: join(dataDir, 'storage') };
  const wrong = (why: string) => new StartRefused(`The setting STORAGE_URL is wrong: ${why} (it is "${setting}").`);
  const address = /^[a-z][a-z0-9+.-]+:/i.test(setting) && URL.canParse(setting) ? new URL(setting) : null;
  if (!address) return { kind: 'folder', path: resolve(setting) };
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
export function certificatesIn(path: string | undefined): X509Certificate[] {
  if (path === undefined) return [];
  try {
    const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (found.length > 0) return found.map((text) => new X509Certificate(text));
  } catch {
    // Reported below, with the name of the setting.
  }
  throw new StartRefused(
    `The setting UPDATE_CERTIFICATES is wrong: must be a file with at least one certificate in PEM form (it is "${path}").`,
  );
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);
export function isLoopback(host: string): boolean {
  return loopback.has(host);
}

interface BrokerSettings {
  HOST: string;
  MQTT_PORT?: number | undefined;
  MQTT_HOST?: string | undefined;
  MQTT_URL?: string | undefined;
  MQTT_CERTIFICATE?: string | undefined;
  MQTT_KEY?: string | undefined;
  MQTT_AUTHORITY?: string | undefined;
  BROKER_TOKEN?: string | undefined;
  BROKER_CRL_FILE?: string | undefined;
}

export interface BrokerConfig {
  mqttPort: number;
  mqttHost: string;
  mqttUrl: string | undefined;
  /** The address that machines are given, with a shared broker. */
  brokerUrl: string;
  mqttIdentity: { certificate: string; key: string } | undefined;
  /** In PEM form; without it the broker's certificate is one of our own authority. */
  mqttAuthority: string | undefined;
  brokerToken: string | undefined;
  brokerCrlFile: string | undefined;
}

/** The embedded broker, or a shared one: how servers reach it, and the address that machines are given. */
export function brokerOf(data: BrokerSettings): BrokerConfig {
  const { MQTT_URL, MQTT_CERTIFICATE, MQTT_KEY, MQTT_AUTHORITY } = data;
  const brokerUrl = MQTT_URL ? new URL(MQTT_URL) : null;
  if ((MQTT_CERTIFICATE === undefined) !== (MQTT_KEY === undefined))
    throw new StartRefused('MQTT_CERTIFICATE and MQTT_KEY belong together: set both, or neither.');
  const mqttHost = data.MQTT_HOST ?? brokerUrl?.hostname ?? (isLoopback(data.HOST) ? '127.0.0.1' : data.HOST);
  const portOfUrl = brokerUrl && (Number(brokerUrl.port) || (brokerUrl.protocol === 'mqtt:' ? 1883 : 8883));
  const mqttPort = portOfUrl ? data.MQTT_PORT || portOfUrl : (data.MQTT_PORT ?? 8883);
  const certificate = pemIn('MQTT_CERTIFICATE', MQTT_CERTIFICATE, 'CERTIFICATE');
  const key = pemIn('MQTT_KEY', MQTT_KEY, 'PRIVATE KEY');
  return {
    mqttPort,
    mqttHost,
    mqttUrl: MQTT_URL,
    brokerUrl: `${brokerUrl?.protocol === 'mqtt:' ? 'mqtt' : 'mqtts'}://${mqttHost}:${mqttPort}`,
    mqttIdentity: certificate && key ? { certificate, key } : undefined,
    mqttAuthority: pemIn('MQTT_AUTHORITY', MQTT_AUTHORITY, 'CERTIFICATE'),
    brokerToken: data.BROKER_TOKEN,
    brokerCrlFile: data.BROKER_CRL_FILE === undefined ? undefined : resolve(data.BROKER_CRL_FILE),
  };
}

/** The text of a PEM file that has to contain such a block. */
function pemIn(setting: string, path: string | undefined, kind: 'CERTIFICATE' | 'PRIVATE KEY'): string | undefined {
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, 'utf8');
    if (new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text)) return text;
  } catch {
    // Reported below, with the name of the setting.
  }
  throw new StartRefused(
    `The setting ${setting} is wrong: must be a file with a ${kind} in PEM form (it is "${path}").`,
  );
}
