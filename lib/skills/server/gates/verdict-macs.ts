import { createHmac, createSecretKey } from 'node:crypto'
import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { InstanceSecrets } from '#lib/platform/server/secrets/instance-secrets.ts'
import { canonicalJson, type JsonValue } from '#runner/core/canonical-json.ts'

type StoredVerdict = {
  /** The digest of the release. */
  readonly digest: string
  /** The version of the rules. */
  readonly rules: string
  readonly files: string
  readonly findings: JsonValue
}

/** Authenticates stored verdicts of the gates: forging one in the database needs the instance's key. */
export type VerdictMacs = ReturnType<typeof createVerdictMacs>

export function createVerdictMacs({ encryptionKey }: Pick<InstanceSecrets, 'encryptionKey'>) {
  const key = createSecretKey(deriveKey(encryptionKey, 'gate verdicts'))
  const of = ({ digest, rules, files, findings }: StoredVerdict) =>
    createHmac('sha256', key).update(canonicalJson({ digest, rules, files, findings })).digest('hex')
  return {
    of,
    /** `mac`: null never authenticates. */
    isOurs: (verdict: StoredVerdict, mac: string | null): boolean => isMac(mac, of(verdict)),
  }
}
