import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { isFullDisk } from '#lib/platform/server/files/file-errors.ts'
import { importsFolder } from '#lib/platform/server/files/secure-data-folder.ts'
import { type Outcome, type Refused, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import { shareRing } from '#lib/platform/server/vault/current-key.ts'
import { newId } from '#runner/contract/ids.ts'
import type { ImportDone, ImportOrder, ImportPreview, UploadedImport } from '../../model/console-move.ts'
import type { ExportHead } from './export-lines.ts'
import { importLines } from './import-lines.ts'
import { type ReadLine, readExport } from './read-export.ts'
import type { Survey } from './tally.ts'
import { UnacceptedLine } from './unaccepted-line.ts'
import type { MovePorts } from './write-export.ts'

const mostBytes = 4 * 1024 ** 3
/** How long an uploaded file waits for its passphrase. */
const keepMs = 60 * 60_000
/** How long the proof of an upload also opens the file. */
const provedMs = 5 * 60_000
/** One import at a time, so that two do not overwrite each other. */
const importLock = 7_201_940_319n
const transactionLimits = { maxWait: 30_000, timeout: 60 * 60_000 }

type Ports = MovePorts & { readonly dataDir: string }

export type Imports = {
  /** Stores a file until it is imported, dropped, or an hour old. */
  upload(context: Context, body: ReadableStream<Uint8Array> | null): Promise<Outcome<UploadedImport>>
  /** Whether this person uploaded this file to this process a few minutes ago, and proved then to be present. */
  isProved(context: Context, id: string): boolean
  /** Says what an import would do. Writes nothing. */
  preview(id: string, passphrase: string): Promise<Outcome<ImportPreview>>
  /** Imports all of the file or nothing. CONFLICT if it would do something else than the preview said. */
  apply(context: Context, id: string, order: ImportOrder): Promise<Outcome<ImportDone>>
  drop(id: string): Promise<Outcome<{ done: true }>>
}

export function createImports(ports: Ports): Imports {
  const { db, audit, clock, randomBytes } = ports
  const folder = join(ports.dataDir, importsFolder)
  const fileOf = (id: string) => join(/* turbopackIgnore: true */ folder, `${id}.airlock`)

  const proofs = new Map<string, { readonly by: string; readonly untilMs: number }>()

  return {
    isProved({ principal }, id) {
      const proof = proofs.get(id)
      return proof?.by === principal.id && clock.now() < proof.untilMs
    },

    async upload({ principal }, body) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeOld(folder, clock.now())
      if (body === null) return isEmpty
      const id = newId('imp', randomBytes)
      try {
        // The stream closes the file.
        const output = await open(fileOf(id), 'wx', 0o600)
        await pipeline(Readable.from(body), upTo(mostBytes), output.createWriteStream())
        const { size: bytes } = await stat(fileOf(id))
        if (bytes === 0) throw new AirlockError('not_airlock')
        for (const [old, { untilMs }] of proofs) if (untilMs <= clock.now()) proofs.delete(old)
        proofs.set(id, { by: principal.id, untilMs: clock.now() + provedMs })
        return { ok: true, value: { id, bytes } }
      } catch (cause) {
        await rm(fileOf(id), { force: true })
        if (cause instanceof AirlockError) {
          return cause.fault === 'too_large' ? refuse('PAYLOAD_TOO_LARGE', { facts: { limit: '4 GB' } }) : isEmpty
        }
        if (isFullDisk(cause)) return refuse('STORAGE_FULL')
        throw cause
      }
    },

    preview: (id, passphrase) =>
      opened(fileOf(id), async () => {
        const { head, survey } = await db.$transaction(
          (tx) => readWhole(tx, ports, fileOf(id), passphrase),
          transactionLimits,
        )
        return { ok: true, value: previewOf(head, survey) }
      }),

    apply: ({ principal }, id, { passphrase, choices, digest }) =>
      opened(fileOf(id), async () => {
        const done = await db.$transaction(async (tx) => {
          await tx.$executeRaw`select pg_advisory_xact_lock(${importLock})`
          await shareRing(tx, ports.ring)
          const { head, survey } = await readWhole(tx, ports, fileOf(id), passphrase, choices)
          if (survey.digest !== digest) throw new ChangedMeanwhile()
          await audit.record(tx, {
            at: new Date(clock.now()),
            by: principal,
            action: 'backup.imported',
            subject: 'instance',
            // A name may be long, and there may be many: the counts say what was overwritten.
            detail: {
              ...{ made_at: head.made_at, made_on: head.made_on, ...survey.done },
              ...{ ...choices, rows: choices.rows.length },
            },
          })
          return survey.done
        }, transactionLimits)
        await rm(fileOf(id), { force: true })
        return { ok: true, value: done }
      }),

    async drop(id) {
      await rm(fileOf(id), { force: true })
      return { ok: true, value: { done: true } }
    },
  }
}

const isEmpty = refuseField('file', 'is empty')

class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

/** Answers with the sentence of what is wrong with the file. */
async function opened<Value>(file: string, work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const gone = 'The uploaded file is not here any more: upload it again.'
  if (!(await stat(file).catch(() => undefined))) return refuse('NOT_FOUND', { message: gone })
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ChangedMeanwhile) {
      return refuse('CONFLICT', { message: 'This instance was changed meanwhile: look at the preview again.' })
    }
    if (cause instanceof UnacceptedLine) return refuseLine(cause)
    if (!(cause instanceof AirlockError)) throw cause
    const field = cause.fault === 'locked' ? 'passphrase' : 'file'
    return refuse('INVALID_INPUT', { message: cause.message, details: { [field]: cause.message } })
  }
}

/** Names the line, and each of its fields that is not accepted. */
function refuseLine({ line: { kind, name }, problems }: UnacceptedLine): Refused {
  const said = problems.map(([field, problem]) => `${field} ${problem}`).join('; ')
  const message = `This instance does not accept ${[kind, name].join(' ').trim()} of the file: ${said}. Correct it where the file was made, and export again.`
  return refuse('INVALID_INPUT', { message, details: { file: said } })
}

async function readWhole(
  tx: Prisma.TransactionClient,
  ports: Ports,
  file: string,
  passphrase: string,
  choices?: ImportOrder['choices'],
): Promise<{ readonly head: ExportHead; readonly survey: Survey }> {
  let head: ExportHead | undefined
  async function* withoutHead(): AsyncGenerator<ReadLine> {
    for await (const read of readExport(file, passphrase)) {
      if (read.line.kind === 'head') head = read.line
      else yield read
    }
  }
  const survey = await importLines(tx, ports, withoutHead(), choices)
  if (head === undefined) throw new AirlockError('damaged')
  return { head, survey }
}

function previewOf({ made_at, made_on, made_by_version, unfinished }: ExportHead, survey: Survey): ImportPreview {
  const { digest, kinds, items, moreBlocked: more_blocked } = survey
  return { digest, made_at, made_on, made_by_version, kinds, items: [...items], more_blocked, unfinished }
}

async function removeOld(folder: string, now: number): Promise<void> {
  for (const name of await readdir(/* turbopackIgnore: true */ folder)) {
    // Another process may just have removed it.
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))
    if (mtimeMs < now - keepMs) await rm(join(folder, name), { force: true })
  }
}

function upTo(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(part: Uint8Array, _encoding, callback) {
      bytes += part.length
      callback(bytes > most ? new AirlockError('too_large') : null, part)
    },
  })
}
