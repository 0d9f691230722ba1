import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpio } from '../demo/cpio.ts';

/** A signer: a key and a self-signed certificate, in PEM files. */
export interface Signer {
  keyFile: string;
  certificateFile: string;
}

export function makeSigner(folder: string, name: string): Signer {
  const [keyFile, certificateFile] = [join(folder, `${name}.key.pem`), join(folder, `${name}.cert.pem`)];
  openssl(
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`],
    ['-addext', 'extendedKeyUsage=emailProtection', '-keyout', keyFile, '-out', certificateFile],
  );
  return { keyFile, certificateFile };
}

export interface SwuContent {
  version: string;
  /** Compatible hardware revisions; without them the file names none. */
  hardware?: string | string[];
  /** The device to which the machine writes the file. */
  path?: string;
  body: string | Buffer;
  signer?: Signer;
}

/** A `.swu` with one file in it: its description, the signature (CMS) when there is a signer, and the file. */
export function makeSwu({ version, hardware = [], path = '/payload', body, signer }: SwuContent): Buffer {
  const payload = Buffer.from(body as string);
  const description = describing({ version, hardware, path, files: { payload } });
  return cpio([
    ['sw-description', Buffer.from(description)],
    ...(signer ? [['sw-description.sig', sign(description, signer)] as [string, Buffer]] : []),
    ['payload', payload],
  ]);
}

interface Described {
  version: string;
  hardware?: string | string[];
  path?: string;
  files: Record<string, Buffer>;
}

/** The text of a correct `sw-description` of these files. */
export function describing({ version, hardware = [], path = '/payload', files }: Described): string {
  const revisions = [hardware].flat();
  const entries = Object.entries(files).map(([name, content]) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return `{ filename = "${name}"; path = "${path}"; type = "rawfile"; sha256 = "${sha256}"; }`;
  });
  return `software = {
  version = "${version}";
${
  revisions.length > 0
    ? `  hardware-compatibility: [ ${revisions.map((one) => `"${one}"`).join(', ')} ];
`
    : ''
}  files: ( ${entries.join(', ')} );
}
`;
}

/** CMS, as in SWUpdate's documentation; `options` change its form. */
export function sign(text: string, { keyFile, certificateFile }: Signer, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-swu-'));
  try {
    const [input, output] = [join(folder, 'in'), join(folder, 'out')];
    writeFileSync(input, text);
    openssl(
      ['cms', '-sign', '-binary', '-nosmimecap', '-outform', 'DER', '-in', input, '-out', output],
      ['-signer', certificateFile, '-inkey', keyFile],
      options,
    );
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function openssl(...args: string[][]): void {
  const { status, stderr } = spawnSync('openssl', args.flat(), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args.flat()[0]}: ${stderr}`);
}
