import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpio } from '../demo/cpio.ts';

/** Who signs: a key and a certificate of their own, in PEM files. */
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
  hardware: string;
  /** Where the machine writes `body` to. */
  path: string;
  body: string;
  signer: Signer;
}

/** A `.swu` with one file in it: its description, the signature (CMS) on that, and the file. */
export function makeSwu({ version, hardware, path, body, signer }: SwuContent): Buffer {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const description = `software = {
  version = "${version}";
  hardware-compatibility: [ "${hardware}" ];
  files: ( { filename = "payload"; path = "${path}"; type = "rawfile"; sha256 = "${sha256}"; } );
}
`;
  return cpio([
    ['sw-description', Buffer.from(description)],
    ['sw-description.sig', sign(description, signer)],
    ['payload', Buffer.from(body)],
  ]);
}

function sign(text: string, { keyFile, certificateFile }: Signer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fournil-swu-'));
  try {
    const [input, output] = [join(folder, 'in'), join(folder, 'out')];
    writeFileSync(input, text);
    openssl(
      ['cms', '-sign', '-binary', '-nosmimecap', '-outform', 'DER', '-in', input, '-out', output],
      ['-signer', certificateFile, '-inkey', keyFile],
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
