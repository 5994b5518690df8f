import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Corrected, keepPrivate, PrivatePathError } from '../../../core/private-path.ts'
import { type Certified, makeAuthority } from './instance-ca.ts'

type InstanceCaOptions = {
  /** The authority's own folder, which contains nothing else. */
  readonly directory: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called for a file or folder that was open to others. */
  readonly corrected?: Corrected
}

/** Key and certificate share one file, so that they cannot get out of step. */
export const instanceCaFile = 'instance-ca.pem'

const ownerOnly = { file: 0o600, folder: 0o700 }
const maxBytes = 64 * 1024

/**
 * The authority of this instance, created on the first start. The file appears atomically, and two processes that start
 * at the same moment get the same authority. It is never replaced, because running containers trust it.
 *
 * @throws Error that names the problem with the file and its remedy
 */
export async function loadInstanceCa({ directory, now, corrected = () => {} }: InstanceCaOptions): Promise<Certified> {
  const path = join(directory, instanceCaFile)
  const existing = await read(path, now(), corrected)
  if (existing !== undefined) return existing

  const { certificatePem, keyPem } = await makeAuthority(now())
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await mkdir(directory, { recursive: true, mode: ownerOnly.folder })
    await writeFile(draft, certificatePem + keyPem, { mode: ownerOnly.file, flag: 'wx', flush: true })
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw new Error(`${path} cannot be created: ${textOf(error)}`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
  const made = await read(path, now(), corrected)
  if (made !== undefined) return made
  throw new Error(`${path} was removed right after it was created. Start again.`)
}

async function read(path: string, nowMs: number, corrected: Corrected): Promise<Certified | undefined> {
  const text = await readFileOf(path, corrected)
  if (text === undefined) return undefined
  const broken = (what: string) =>
    new Error(`${path} ${what}. Restore it from a backup, or remove it to have a new one made at the next start.`)

  const certificatePem = blockOf(text, 'CERTIFICATE')
  const keyPem = blockOf(text, 'PRIVATE KEY')
  if (certificatePem === undefined || keyPem === undefined) {
    throw broken('does not hold one certificate and one private key')
  }
  let certificate: X509Certificate
  let key: KeyObject
  try {
    certificate = new X509Certificate(certificatePem)
    key = createPrivateKey(keyPem)
  } catch (error) {
    throw broken(`cannot be read as certificate and private key (${textOf(error)})`)
  }
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw broken('holds a key that is not of the type EC P-256')
  }
  if (!certificate.ca || !certificate.checkPrivateKey(key)) {
    throw broken('holds a certificate and a key that do not belong together')
  }
  if (nowMs > certificate.validToDate.getTime()) throw broken(`expired on ${certificate.validTo}`)
  if (nowMs < certificate.validFromDate.getTime()) {
    throw new Error(`${path} is not valid before ${certificate.validFrom}. Check the clock of this machine.`)
  }
  return { certificatePem, keyPem }
}

/** Undefined: the file does not exist. An existing file is first closed to other users. */
async function readFileOf(path: string, corrected: Corrected): Promise<string | undefined> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('it is not a file of keys')
    keepPrivate(dirname(path), 'folder', corrected)
    keepPrivate(path, 'file', corrected)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (error instanceof PrivatePathError) throw error
    const remedy = 'Make sure that it is a file which the app may read, or remove it.'
    throw new Error(`${path} cannot be read: ${textOf(error)}. ${remedy}`, { cause: error })
  }
}

/** The only PEM block with this label; undefined if there is none, or more than one. */
function blockOf(text: string, label: string): string | undefined {
  const blocks = text.match(new RegExp(`-----BEGIN ${label}-----[^-]*-----END ${label}-----`, 'g')) ?? []
  return blocks.length === 1 ? `${blocks[0]}\n` : undefined
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
