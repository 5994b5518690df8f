import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FingerprintStore, fingerprintOf, loadInstanceSecrets } from './instance-secrets.ts'
import { SecretError } from './secret-error.ts'
import { readOrMakeSecret } from './secret-file.ts'

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

  it('are made at first start and are the same at the next', async () => {
    const fingerprints = createFingerprints()
    const first = await loadInstanceSecrets({ dataDir, fingerprints })
    const second = await loadInstanceSecrets({ dataDir, fingerprints })
    expect(first.sessionKey).toHaveLength(32)
    expect(first.sessionKey).not.toEqual(first.encryptionKey)
    expect([second.sessionKey, second.encryptionKey]).toEqual([first.sessionKey, first.encryptionKey])
  })

  it('lie in files that only their owner reads, also when somebody opened them up', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    const folder = join(dataDir, 'secrets')
    expect(readdirSync(folder).sort()).toEqual(['encryption-key', 'session-key'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    chmodSync(join(folder, 'session-key'), 0o644)
    await loadInstanceSecrets({ dataDir, fingerprints })
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('lie in a folder that is closed again when somebody opened it, and the log hears of each that was open', async () => {
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

  it.runIf(process.getuid?.() === 0)("stop the start when a file or its folder is somebody else's", async () => {
    const folder = join(dataDir, 'secrets')
    const load = () => loadInstanceSecrets({ dataDir, fingerprints: createFingerprints() })
    await load()
    chownSync(join(folder, 'session-key'), 1234, 1234)
    await expect(load()).rejects.toThrow(/session-key belongs to another user \(id 1234\).*chown 0/)
  })

  it('come from the environment when it has them, and then no file is made', async () => {
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

  it('stop the start when the environment has another key than the database was first used with', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    const start = loadInstanceSecrets({ dataDir, encryptionKey: new Uint8Array(32), fingerprints })
    await expect(start).rejects.toThrow(/^TRAVEL_ENCRYPTION_KEY is not the key that this database was first used with/)
  })

  it('stop the start when the file was lost and made anew', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    rmSync(join(dataDir, 'secrets', 'session-key'))
    const start = loadInstanceSecrets({ dataDir, fingerprints })
    await expect(start).rejects.toThrow(/session-key is not the one .* TRAVEL_SESSION_KEY/)
  })

  it('refuse a file that was cut short instead of making another', async () => {
    const fingerprints = createFingerprints()
    await loadInstanceSecrets({ dataDir, fingerprints })
    writeFileSync(join(dataDir, 'secrets', 'session-key'), 'c2hvcnQ=')
    await expect(loadInstanceSecrets({ dataDir, fingerprints })).rejects.toThrow(SecretError)
  })

  it('are the same for two processes that make them at one moment', () => {
    const path = join(dataDir, 'secrets', 'session-key')
    let rival: Uint8Array | undefined
    const mine = readOrMakeSecret(path, (bytes) => {
      rival ??= readOrMakeSecret(path, (count) => new Uint8Array(count).fill(7))
      return new Uint8Array(bytes).fill(9)
    })
    expect(mine).toEqual(rival)
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['session-key'])
  })

  it('do not show when they are printed or turned into JSON, and neither do their fingerprints tell them', async () => {
    const sessionKey = new Uint8Array(32).fill(65)
    const secrets = await loadInstanceSecrets({ dataDir, sessionKey, fingerprints: createFingerprints() })
    expect(inspect(secrets, { depth: 9 })).not.toContain('65')
    expect(JSON.stringify({ secrets })).toBe('{"secrets":{}}')
    expect(fingerprintOf('session-key', sessionKey)).not.toBe(fingerprintOf('encryption-key', sessionKey))
  })
})
