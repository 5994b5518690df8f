import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BackupTarget } from '../../../../model/backup-plan.ts'
import { findProjectRoot } from '../../../env/project-root.ts'

/**
 * The package has no types, and its own process keeps its log apart. It prints its port. It forgets the slash that
 * clients sign after the name of a bucket.
 */
const program = `
const S3rver = require('@20minutes/s3rver')
const v4 = require('@20minutes/s3rver/lib/signature/v4.js')
const { getStringToSign } = v4
v4.getStringToSign = ({ uri, ...request }, signature) =>
  getStringToSign({ ...request, uri: uri.replace(/^(\\/[^/]+)$/, '$1/') }, signature)
const [directory, bucket] = process.argv.slice(1)
const options = { directory, address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name: bucket }] }
new S3rver(options).run().then(({ port }) => console.log(port))`

/** The only key that the server knows. */
export const s3Key = { id: 'S3RVER', secret: 'S3RVER' }

/** A server of S3 with an empty bucket. It checks the signature of every request. */
export async function openS3Server() {
  const bucket = 'backups'
  const folder = await mkdtemp(join(tmpdir(), 'travel-s3-server-'))
  const child = spawn(process.execPath, ['--eval', program, folder, bucket], {
    cwd: findProjectRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [port] = await once(createInterface(child.stdout), 'line')
  const at = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, prefix: 'travel/' }
  const target: Extract<BackupTarget, { kind: 's3' }> = { kind: 's3', ...at }
  return {
    target,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
