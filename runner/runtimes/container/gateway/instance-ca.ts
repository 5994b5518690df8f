import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { LRUCache } from 'lru-cache'

/** The authority that only this instance's containers trust. */
export type InstanceCa = ReturnType<typeof createInstanceCa>

const dayMs = 86_400_000
const validMs = 30 * dayMs
/** A certificate is replaced this long before its end, so that no execution outlives it. */
const renewedMs = 10 * dayMs
const maxNames = 1000

export function createInstanceCa(authority: Certified, now: () => number = Date.now) {
  const contexts = new LRUCache<string, { context: Promise<SecureContext>; renewAtMs: number }>({ max: maxNames })
  let signer: ReturnType<typeof createSigner> | undefined

  async function issue(name: string, fromMs: number): Promise<SecureContext> {
    signer ??= createSigner(authority)
    const { sign } = await signer
    const { certificatePem, keyPem } = await sign(name, { fromMs, untilMs: fromMs + validMs })
    return createSecureContext({ cert: certificatePem, key: keyPem, minVersion: 'TLSv1.2' })
  }

  return {
    /** PEM, for a container's `SSL_CERT_FILE`. */
    certificatePem: authority.certificatePem,
    /** A certificate for this one name (lower case) with its key. Both are made on first use and kept only in memory. */
    contextFor(name: string) {
      const nowMs = now()
      const known = contexts.get(name)
      if (known !== undefined && nowMs < known.renewAtMs) return known.context
      const context = issue(name, nowMs)
      contexts.set(name, { context, renewAtMs: nowMs + validMs - renewedMs })
      context.catch(() => contexts.delete(name))
      return context
    },
  }
}

/** A certificate and its key, both PEM. */
export type Certified = { readonly certificatePem: string; readonly keyPem: string }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** How long before its creation a certificate becomes valid, in case the clock of the machine is set back. */
const backdatedMs = dayMs
const authorityLifeMs = 3650 * dayMs

/** 127 random bits; the first bit is zero, so that the number is positive. */
function newSerialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] ?? 0) & 0x7f
  return bytes.toString('hex')
}

async function pemOf(key: CryptoKey): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}

/** Makes an authority that may sign certificates, but no other authority. */
export async function makeAuthority(nowMs: number): Promise<Certified> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const serialNumber = newSerialNumber()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber,
    // Each authority has its own name, so that no client confuses two instances.
    name: `CN=travel.aw instance ${serialNumber.slice(0, 12)}`,
    notBefore: new Date(nowMs - backdatedMs),
    notAfter: new Date(nowMs + authorityLifeMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificatePem: `${certificate.toString('pem')}\n`, keyPem: await pemOf(keys.privateKey) }
}

/** Signs server certificates with an authority's key. */
type Signer = { sign(name: string, validity: { fromMs: number; untilMs: number }): Promise<Certified> }

export async function createSigner({ certificatePem, keyPem }: Certified): Promise<Signer> {
  const authority = new X509Certificate(certificatePem)
  const key = PemConverter.decodeFirst(keyPem)
  const signingKey = await crypto.subtle.importKey('pkcs8', key, algorithm, false, ['sign'])
  const extensions = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    await AuthorityKeyIdentifierExtension.create(await authority.publicKey.export()),
  ]
  return {
    async sign(name, { fromMs, untilMs }) {
      const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const certificate = await X509CertificateGenerator.create({
        serialNumber: newSerialNumber(),
        // No subject: clients read the name only from the alternative names.
        subject: '',
        issuer: authority.subject,
        notBefore: new Date(Math.max(fromMs - backdatedMs, authority.notBefore.getTime())),
        notAfter: new Date(Math.min(untilMs, authority.notAfter.getTime())),
        signingAlgorithm: algorithm,
        signingKey,
        publicKey: keys.publicKey,
        extensions: [...extensions, new SubjectAlternativeNameExtension([{ type: 'dns', value: name }], true)],
      })
      return { certificatePem: certificate.toString('pem'), keyPem: await pemOf(keys.privateKey) }
    },
  }
}
