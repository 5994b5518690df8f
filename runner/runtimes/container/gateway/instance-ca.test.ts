import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { connect, type SecureContext, TLSSocket } from 'node:tls'
import {
  BasicConstraintsExtension,
  X509Certificate as DetailedCertificate,
  KeyUsageFlags,
  KeyUsagesExtension,
} from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { createInstanceCa, makeAuthority } from './instance-ca.ts'

const dayMs = 86_400_000
const nowMs = Date.now()
const authority = await makeAuthority(nowMs)

/** The certificate that a client receives, verified against `ca`. */
async function shown(secureContext: SecureContext, servername: string, ca = authority): Promise<X509Certificate> {
  const [ours, theirs] = duplexPair()
  const server = new TLSSocket(ours, { isServer: true, secureContext })
  server.on('error', () => {})
  const client = connect({ socket: theirs, servername, ca: ca.certificatePem })
  try {
    await once(client, 'secureConnect')
    const certificate = client.getPeerX509Certificate()
    if (certificate === undefined) throw new Error('The client received no certificate')
    return certificate
  } finally {
    client.destroy()
    server.destroy()
  }
}

describe('a certificate of the instance', () => {
  it('is a server certificate for one name, which appears only among the alternative names', async () => {
    const ca = createInstanceCa(authority)
    const certificate = await shown(await ca.contextFor('api.example.com'), 'api.example.com')
    expect(certificate.subjectAltName).toBe('DNS:api.example.com')
    expect(certificate.subject).toBeFalsy()
    expect(certificate.ca).toBe(false)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(certificate.issuer).toBe(new X509Certificate(authority.certificatePem).subject)
    expect(certificate.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true)
  })

  it('is invalid for any other name or authority', async () => {
    const ca = createInstanceCa(authority)
    const context = await ca.contextFor('api.example.com')
    await expect(shown(context, 'other.example.com')).rejects.toThrow('does not match')
    await expect(shown(context, 'api.example.com', await makeAuthority(nowMs))).rejects.toThrow()
  })

  it('is valid from a day ago for 30 days, and is reused until 10 days before its end', async () => {
    let now = nowMs
    const ca = createInstanceCa(authority, () => now)
    const first = ca.contextFor('api.example.com')
    const certificate = await shown(await first, 'api.example.com')
    expect(Math.abs(certificate.validFromDate.getTime() - (nowMs - dayMs))).toBeLessThan(1000)
    expect(Math.abs(certificate.validToDate.getTime() - (nowMs + 30 * dayMs))).toBeLessThan(1000)
    now += 20 * dayMs - 1
    expect(ca.contextFor('api.example.com')).toBe(first)
    now += 1
    expect(ca.contextFor('api.example.com')).not.toBe(first)
  })

  it('does not outlive its authority', async () => {
    const ca = createInstanceCa(authority, () => nowMs + 3640 * dayMs)
    const end = new X509Certificate(authority.certificatePem).validToDate
    const [ours, theirs] = duplexPair()
    const server = new TLSSocket(ours, { isServer: true, secureContext: await ca.contextFor('a.example.com') })
    const client = connect({ socket: theirs, servername: 'a.example.com', rejectUnauthorized: false })
    await once(client, 'secureConnect')
    expect(client.getPeerX509Certificate()?.validToDate).toEqual(end)
    client.destroy()
    server.destroy()
  })

  it('is created again on the next request after a failure', async () => {
    const ca = createInstanceCa({ ...authority, keyPem: 'no key' })
    const first = ca.contextFor('api.example.com')
    await expect(first).rejects.toThrow()
    const again = ca.contextFor('api.example.com')
    expect(again).not.toBe(first)
    await expect(again).rejects.toThrow()
  })
})

describe('the authority', () => {
  it('may sign certificates but no other authority, and has a unique name', async () => {
    const certificate = new X509Certificate(authority.certificatePem)
    const detailed = new DetailedCertificate(authority.certificatePem)
    expect(detailed.getExtension(BasicConstraintsExtension)).toMatchObject({ ca: true, pathLength: 0, critical: true })
    expect(detailed.getExtension(KeyUsagesExtension)?.usages).toBe(KeyUsageFlags.keyCertSign)
    const other = new X509Certificate((await makeAuthority(nowMs)).certificatePem)
    expect(certificate.ca).toBe(true)
    expect(certificate.subject).toMatch(/^CN=travel\.aw instance [0-9a-f]{12}$/)
    expect(certificate.subject).not.toBe(other.subject)
    expect(certificate.serialNumber).not.toBe(other.serialNumber)
    expect(certificate.validToDate.getTime() - nowMs).toBeGreaterThan(3649 * dayMs)
  })
})
