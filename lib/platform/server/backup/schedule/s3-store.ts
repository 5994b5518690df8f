import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BackupTarget } from '../../../model/backup-plan.ts'
import { type BackupStore, ownBackups, type S3Key, type StoredBackup } from './stores.ts'

const mostPages = 100
/** A page lists at most 1,000 objects, whose names have up to 1,024 characters. */
const pageBytes = 16 * 1024 * 1024
const requestMs = 60_000
const slowestBytesPerMs = 100

/** A transfer at 100 KB/s reaches the deadline just in time. */
const transferDeadline = (bytes: number) => AbortSignal.timeout(requestMs + Math.ceil(bytes / slowestBytesPerMs))

/**
 * Backups in a bucket. A put replaces or adds an object as a whole. Every request has a deadline, and what the storage
 * answers is read up to a bound.
 */
export function createS3Store(
  { endpoint, region, bucket: Bucket, prefix }: Extract<BackupTarget, { kind: 's3' }>,
  key: S3Key,
): BackupStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: key.id, secretAccessKey: key.secret },
    // Other servers than Amazon's rarely have a host name for each bucket, and do not know the newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Its failures are thrown; the client would also print some, past the log of the app.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    async streamCollector(body: Readable) {
      const parts: Buffer[] = []
      let length = 0
      for await (const part of body) {
        length += part.length
        if (length > pageBytes) throw new RangeError('The storage sent an answer of more than 16 MB')
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
  })
  const soon = () => ({ abortSignal: AbortSignal.timeout(requestMs) })
  return {
    async put(file) {
      const Body = createReadStream(file)
      const { size: ContentLength } = await stat(file)
      const put = new PutObjectCommand({ Bucket, Key: prefix + basename(file), Body, ContentLength })
      await client.send(put, { abortSignal: transferDeadline(ContentLength) })
    },
    async read({ name, bytes }) {
      const get = new GetObjectCommand({ Bucket, Key: prefix + name })
      const { Body, ContentLength } = await client.send(get, { abortSignal: transferDeadline(bytes) })
      if (!(Body instanceof Readable)) throw new TypeError('The storage sent no file')
      if (ContentLength === bytes) return Body
      Body.destroy()
      throw new RangeError(
        `The storage lists ${bytes} bytes for ${name}, and sends ${ContentLength ?? 'an unknown number'}`,
      )
    },
    async list() {
      const found: StoredBackup[] = []
      let token: string | undefined
      for (let pages = 0; pages < mostPages; pages += 1) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
          soon(),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          found.push({ name: Key.slice(prefix.length), bytes: Size })
        }
        token = page.NextContinuationToken
        if (token === undefined) return ownBackups(found)
      }
      throw new RangeError(
        `The storage lists more than ${mostPages} pages of objects: use a bucket or a prefix for backups only`,
      )
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }), soon())
    },
  }
}
