import { createSecureContext, type SecureContext } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { type Certified, createSigner } from './certificates.ts'

/** The authority that only this instance's containers trust. */
export type InstanceCa = {
  /** PEM, for a container's `SSL_CERT_FILE`. */
  readonly certificatePem: string
  /** A certificate for this one name (lower case) with its key. Both are made on first use and kept only in memory. */
  contextFor(name: string): Promise<SecureContext>
}

const dayMs = 86_400_000
const validMs = 30 * dayMs
/** A certificate is replaced this long before its end, so that no execution outlives it. */
const renewedMs = 10 * dayMs
const maxNames = 1000

export function createInstanceCa(authority: Certified, now: () => number = Date.now): InstanceCa {
  const contexts = new LRUCache<string, { context: Promise<SecureContext>; renewAtMs: number }>({ max: maxNames })
  let signer: ReturnType<typeof createSigner> | undefined

  async function issue(name: string, fromMs: number): Promise<SecureContext> {
    signer ??= createSigner(authority)
    const { sign } = await signer
    const { certificatePem, keyPem } = await sign(name, { fromMs, untilMs: fromMs + validMs })
    return createSecureContext({ cert: certificatePem, key: keyPem, minVersion: 'TLSv1.2' })
  }

  return {
    certificatePem: authority.certificatePem,
    contextFor(name) {
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
