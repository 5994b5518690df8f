import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needs } from '../../../../scripts/testing/needs.ts'
import { type FingerprintStore, fingerprintOf, loadInstanceSecrets } from './instance-secrets.ts'
import { readOrMakeSecret, SecretError } from './secret-file.ts'

const createFingerprints = (): FingerprintStore & { rows: Map<string, string> } => {
  const rows = new Map<string, string>()
  return {
    rows,
    async remember(name, fingerprint) {
      if (!rows.has(name)) rows.set(name, fingerprint)
      return rows.get(name) ?? ''
    },
  }
}

describe('instance secrets', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'travel-secrets-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('are created at the first start and reused at the next', async () => {
    const fingerprints = createFingerprints()
    const first = await loadInstanceSecrets({ dataDir, fingerprints })
    const second = await loadInstanceSecrets({ dataDir, fingerprints })
    expect(first.sessionKey).toHaveLength(32)
    expect(first.sessionKey).not.toEqual(first.encryptionKey)
    expect([second.sessionKey, second.encryptionKey]).toEqual([first.sessionKey, first.encryptionKey])
  })

  it('are in files that only the owner can read, even after someone changed the modes of the files', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    const folder = join(dataDir, 'secrets')
    expect(readdirSync(folder).sort()).toEqual(['encryption-key', 'session-key'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    chmodSync(join(folder, 'session-key'), 0o644)
    await loadInstanceSecrets({ dataDir, fingerprints })
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('are in a folder that each start makes private again, and each path that was open is logged', async () => {
    const folder = join(dataDir, 'secrets')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    const said: string[] = []
    const load = () =>
      loadInstanceSecrets({ dataDir, fingerprints: createFingerprints(), corrected: (text) => said.push(text) })
    await load()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    chmodSync(join(folder, 'encryption-key'), 0o640)
    await expect(load()).resolves.toBeDefined()
    expect(said).toEqual([
      expect.stringContaining(`${folder} was open to other users (mode 0777)`),
      expect.stringContaining('encryption-key was open to other users (mode 0640)'),
    ])
  })

  it('prevent the start if a file or its folder belongs to another user', needs.root, async () => {
    const folder = join(dataDir, 'secrets')
    const load = () => loadInstanceSecrets({ dataDir, fingerprints: createFingerprints() })
    await load()
    chownSync(join(folder, 'session-key'), 1234, 1234)
    await expect(load()).rejects.toThrow(/session-key belongs to another user \(id 1234\).*chown 0/)
    chownSync(join(folder, 'session-key'), 0, 0)
    await load()
    chownSync(folder, 1234, 1234)
    await expect(load()).rejects.toThrow(/secrets belongs to another user \(id 1234\).*chown 0/)
  })

  it('come from the environment if they are set there, and are then not written to files', async () => {
    const sessionKey = new Uint8Array(32).fill(1)
    const encryptionKey = new Uint8Array(32).fill(2)
    const secrets = await loadInstanceSecrets({
      dataDir,
      sessionKey,
      encryptionKey,
      fingerprints: createFingerprints(),
    })
    expect([secrets.sessionKey, secrets.encryptionKey]).toEqual([sessionKey, encryptionKey])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it("prevent the start if the key in the environment differs from the database's first key", async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    const start = loadInstanceSecrets({ dataDir, encryptionKey: new Uint8Array(32), fingerprints })
    await expect(start).rejects.toThrow(/^TRAVEL_ENCRYPTION_KEY is not the original key of this database/)
  })

  it('prevent the start if the file was lost and recreated', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    rmSync(join(dataDir, 'secrets', 'session-key'))
    const start = loadInstanceSecrets({ dataDir, fingerprints })
    await expect(start).rejects.toThrow(/session-key is not the original key .* TRAVEL_SESSION_KEY/)
  })

  it('reject a truncated file instead of replacing it', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    const path = join(dataDir, 'secrets', 'session-key')
    writeFileSync(path, 'c2hvcnQ=')
    const start = loadInstanceSecrets({ dataDir, fingerprints })
    await expect(start).rejects.toThrow(
      new SecretError(`${path} does not contain a complete secret: restore it from a backup.`),
    )
    expect(readFileSync(path, 'utf8')).toBe('c2hvcnQ=')
  })

  it('are the same for two processes that create them concurrently', () => {
    const path = join(dataDir, 'secrets', 'session-key')
    let rival: Uint8Array | undefined
    const mine = readOrMakeSecret(path, (bytes) => {
      rival ??= readOrMakeSecret(path, (count) => new Uint8Array(count).fill(7))
      return new Uint8Array(bytes).fill(9)
    })
    expect(mine).toEqual(rival)
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['session-key'])
  })

  it('do not appear in output, JSON or fingerprints, and a fingerprint also depends on the name', async () => {
    const fingerprints = createFingerprints()
    const sessionKey = new Uint8Array(32).fill(65)
    const secrets = await loadInstanceSecrets({ dataDir, sessionKey, fingerprints })
    expect(inspect(secrets, { depth: 9 })).not.toMatch(/65|AA|QUFB/)
    expect(JSON.stringify({ secrets })).toBe('{"secrets":{}}')
    // A fingerprint of 64 bits cannot determine a secret of 256 random bits.
    expect(fingerprints.rows.get('session-key')).toMatch(/^[0-9a-f]{16}$/)
    expect(fingerprints.rows.get('session-key')).not.toContain('4141')
    expect(fingerprintOf('session-key', sessionKey)).not.toBe(fingerprintOf('encryption-key', sessionKey))
  })
})
