import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import {
  type Attribute,
  type CertificateChoices,
  ContentInfo,
  id_signedData,
  SignedData,
  type SignerInfo,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';

const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const [contentTypeAttribute, digestAttribute] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4'];
const rsaPss = '1.2.840.113549.1.1.10';
const [mostSigners, mostCertificates, longestChain] = [5, 10, 4];

/**
 * SWU-05: whether `sw-description.sig` is the maker's, in each of the three forms of SWUpdate: CMS (RFC 5652, detached,
 * DER), or the bare signature of an RSA key, PKCS #1 v1.5 or PSS, over SHA-256. The signer of a CMS is one of the
 * certificates, or certified by one, and both are valid at present.
 */
export function isSignedBy(
  certificates: readonly X509Certificate[],
  content: Buffer,
  signature: Buffer,
  now: Date,
): boolean {
  return (
    certificates.some(({ publicKey }) => isBareSignature(publicKey, content, signature)) ||
    isCms(certificates, content, signature, now)
  );
}

function isBareSignature(key: KeyObject, content: Buffer, signature: Buffer): boolean {
  return (
    key.asymmetricKeyType === 'rsa' &&
    (isBy(key, 'sha256', content, signature, false) || isBy(key, 'sha256', content, signature, true))
  );
}

function isCms(certificates: readonly X509Certificate[], content: Buffer, signature: Buffer, now: Date): boolean {
  try {
    const { contentType, content: inner } = AsnConvert.parse(signature, ContentInfo);
    if (contentType !== id_signedData) return false;
    const signed = AsnConvert.parse(inner, SignedData);
    const brought = [...(signed.certificates ?? [])].slice(0, mostCertificates).flatMap(certificateOf);
    const trusted = [...certificates, ...brought].filter((one) =>
      isTrusted(one, certificates, brought, now, longestChain),
    );
    return [...signed.signerInfos]
      .slice(0, mostSigners)
      .some((signer) => trusted.some(({ publicKey }) => isSigner(publicKey, signer, content)));
  } catch {
    // A signature that cannot be parsed is not valid.
    return false;
  }
}

function certificateOf(choice: CertificateChoices): X509Certificate[] {
  return choice.certificate ? [new X509Certificate(Buffer.from(AsnConvert.serialize(choice.certificate)))] : [];
}

function isTrusted(
  one: X509Certificate,
  roots: readonly X509Certificate[],
  brought: readonly X509Certificate[],
  now: Date,
  remainingBytes: number,
): boolean {
  if (remainingBytes === 0 || now < one.validFromDate || now > one.validToDate) return false;
  if (roots.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)) return true;
  return [...roots, ...brought].some(
    (issuer) =>
      issuer.ca &&
      one.checkIssued(issuer) &&
      one.verify(issuer.publicKey) &&
      isTrusted(issuer, roots, brought, now, remainingBytes - 1),
  );
}

function isSigner(key: KeyObject, signer: SignerInfo, content: Buffer): boolean {
  const digest = digests[signer.digestAlgorithm.algorithm];
  if (!digest) return false;
  const isPss = signer.signatureAlgorithm.algorithm === rsaPss;
  const signature = Buffer.from(signer.signature.buffer);
  if (!signer.signedAttrs?.length) return isBy(key, digest, content, signature, isPss);
  const attribute = (type: string) => signer.signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0];
  const [told, type] = [attribute(digestAttribute), attribute(contentTypeAttribute)];
  if (!told || !type) return false;
  const isThis = createHash(digest)
    .update(content)
    .digest()
    .equals(Buffer.from(AsnConvert.parse(told, OctetString).buffer));
  return isThis && isBy(key, digest, asSet(signer.signedAttrs), signature, isPss);
}

/**
 * RFC 5652, section 5.4: what is signed is the DER encoding of the attributes as a SET OF, whatever encoding was sent.
 */
function asSet(attributes: readonly Attribute[]): Buffer {
  const content = Buffer.concat(attributes.map((one) => Buffer.from(AsnConvert.serialize(one))).sort(Buffer.compare));
  const long = Buffer.alloc(4);
  long.writeUInt32BE(content.length);
  const digits = long.subarray(long.findIndex((byte) => byte !== 0));
  const length =
    content.length < 0x80 ? Buffer.of(content.length) : Buffer.concat([Buffer.of(0x80 + digits.length), digits]);
  return Buffer.concat([Buffer.of(0x31), length, content]);
}

function isBy(key: KeyObject, digest: string, content: Buffer, signature: Buffer, isPss: boolean): boolean {
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {};
  return verify(digest, content, { key, ...padding }, signature);
}
