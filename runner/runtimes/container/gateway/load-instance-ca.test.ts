import { execFile } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needs } from '../../../../scripts/testing/needs.ts'
import { makeAuthority } from './instance-ca.ts'
import { instanceCaFile, loadInstanceCa } from './load-instance-ca.ts'

const dayMs = 86_400_000
const now = () => Date.now()
const run = promisify(execFile)
let root: string
let directory: string
let path: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'instance-ca-'))
  directory = join(root, 'of', 'this', 'instance')
  path = join(directory, instanceCaFile)
})
afterEach(() => rm(root, { recursive: true }))

const modeOf = async (file: string) => (await stat(file)).mode & 0o777
const place = async (text: string) => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(path, text, { mode: 0o600 })
}

describe('the authority of an instance', () => {
  it('is created on the first start, is accessible only to its owner, and is reused afterwards', async () => {
    const first = await loadInstanceCa({ directory, now })
    expect(await modeOf(path)).toBe(0o600)
    expect(await modeOf(directory)).toBe(0o700)
    expect(await readdir(directory)).toEqual([instanceCaFile])
    expect(await loadInstanceCa({ directory, now })).toEqual(first)
    expect(new X509Certificate(first.certificatePem).ca).toBe(true)
  })

  it('restricts a file or folder that was open to other users', async () => {
    const first = await loadInstanceCa({ directory, now })
    await chmod(path, 0o644)
    await chmod(directory, 0o755)
    const said: string[] = []
    expect(await loadInstanceCa({ directory, now, corrected: (text) => said.push(text) })).toEqual(first)
    expect(await modeOf(path)).toBe(0o600)
    expect(await modeOf(directory)).toBe(0o700)
    expect(said).toEqual([
      expect.stringContaining(`${directory} was open to other users (mode 0755)`),
      expect.stringContaining(`${path} was open to other users (mode 0644)`),
    ])
  })

  it('rejects a file of another user', needs.root, async () => {
    await loadInstanceCa({ directory, now })
    await chown(path, 1234, 1234)
    await expect(loadInstanceCa({ directory, now })).rejects.toThrow(`${path} belongs to another user (id 1234)`)
  })

  it('is the same for processes and callers that start at the same moment', async () => {
    const module = join(import.meta.dirname, 'load-instance-ca.ts')
    const script = `const { loadInstanceCa } = await import(${JSON.stringify(module)})
      const { certificatePem, keyPem } = await loadInstanceCa({ directory: ${JSON.stringify(directory)}, now: Date.now })
      process.stdout.write(certificatePem + keyPem)`
    const processes = [1, 2, 3].map(async () => (await run(process.execPath, ['-e', script])).stdout)
    const own = [1, 2, 3].map(async () => {
      const { certificatePem, keyPem } = await loadInstanceCa({ directory, now })
      return certificatePem + keyPem
    })
    expect(new Set(await Promise.all([...processes, ...own])).size).toBe(1)
    expect(await readdir(directory)).toEqual([instanceCaFile])
  })
})

describe('reports why the authority’s file is invalid, and never replaces it:', () => {
  const remedy = 'Restore it from a backup, or remove it to have a new one made at the next start.'

  it.each<[string, () => Promise<string>, string]>([
    ['it is empty', async () => '', 'does not hold one certificate and one private key'],
    ['it has other content', async () => 'hello', 'does not hold one certificate and one private key'],
    [
      'its key is missing',
      async () => (await makeAuthority(now())).certificatePem,
      'does not hold one certificate and one private key',
    ],
    [
      'it is truncated',
      async () => {
        const { certificatePem, keyPem } = await makeAuthority(now())
        return (certificatePem + keyPem).slice(0, -60)
      },
      'does not hold one certificate and one private key',
    ],
    [
      'it holds two certificates',
      async () => {
        const { certificatePem, keyPem } = await makeAuthority(now())
        return certificatePem + certificatePem + keyPem
      },
      'does not hold one certificate and one private key',
    ],
    [
      'its certificate is damaged',
      async () => {
        const { certificatePem, keyPem } = await makeAuthority(now())
        return certificatePem.replace(/\n.{10}/, '\nAAAAAAAAAA') + keyPem
      },
      'cannot be read as certificate and private key',
    ],
    [
      'its key belongs to another certificate',
      async () => (await makeAuthority(now())).certificatePem + (await makeAuthority(now())).keyPem,
      'a certificate and a key that do not belong together',
    ],
    [
      'its key has another type',
      async () => {
        const { privateKey } = generateKeyPairSync('ed25519')
        return (await makeAuthority(now())).certificatePem + privateKey.export({ type: 'pkcs8', format: 'pem' })
      },
      'a key that is not of the type EC P-256',
    ],
    [
      'it has expired',
      async () => {
        const { certificatePem, keyPem } = await makeAuthority(now() - 3651 * dayMs)
        return certificatePem + keyPem
      },
      'expired on',
    ],
  ])('%s', async (_, make, message) => {
    const text = await make()
    await place(text)
    const loading = loadInstanceCa({ directory, now })
    await expect(loading).rejects.toThrow(`${path} `)
    await expect(loading).rejects.toThrow(message)
    await expect(loading).rejects.toThrow(remedy)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('it is not valid yet, because the clock is wrong', async () => {
    const first = await loadInstanceCa({ directory, now })
    const loading = loadInstanceCa({ directory, now: () => now() - 3 * dayMs })
    await expect(loading).rejects.toThrow('Check the clock of this machine.')
    expect(await loadInstanceCa({ directory, now })).toEqual(first)
  })

  it('it is a folder', async () => {
    await mkdir(path, { recursive: true })
    await expect(loadInstanceCa({ directory, now })).rejects.toThrow(`${path} cannot be read: it is not a file of keys`)
    expect(await readdir(path)).toEqual([])
  })

  it('it is a symbolic link', async () => {
    await place('')
    await rm(path)
    await writeFile(join(root, 'elsewhere'), '')
    await symlink(join(root, 'elsewhere'), path)
    await expect(loadInstanceCa({ directory, now })).rejects.toThrow('it is not a file of keys')
    expect(await readlink(path)).toBe(join(root, 'elsewhere'))
    expect(await readFile(path, 'utf8')).toBe('')
  })

  it('its folder is a file', async () => {
    await writeFile(join(root, 'of'), '')
    await expect(loadInstanceCa({ directory, now })).rejects.toThrow('ENOTDIR')
    expect(await readFile(join(root, 'of'), 'utf8')).toBe('')
  })
})
