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

/** Backups in a bucket. A put replaces or adds an object as a whole. */
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
  })
  return {
    async put(file) {
      const Body = createReadStream(file)
      const { size: ContentLength } = await stat(file)
      await client.send(new PutObjectCommand({ Bucket, Key: prefix + basename(file), Body, ContentLength }))
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name }))
      if (!(Body instanceof Readable)) throw new TypeError('The storage sent no file')
      return Body
    },
    async list() {
      const found: StoredBackup[] = []
      for (let token: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          found.push({ name: Key.slice(prefix.length), bytes: Size })
        }
        token = page.NextContinuationToken
        if (token === undefined) return ownBackups(found)
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }))
    },
  }
}
