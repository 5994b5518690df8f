import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '../../../../scripts/free-port.ts'
import { need } from '../../../../scripts/testing/needs.ts'
import { applyMigrations } from './migrate.ts'
import { emptyTestDatabase } from './testing.ts'

const program = '/usr/sbin/pgbouncer'
const needsPgBouncer = need(existsSync(program), 'PgBouncer', 'install the package pgbouncer')

/** PgBouncer in front of a test database. */
async function openPooler(databaseUrl: string, mode: 'transaction' | 'session') {
  await using opened = new AsyncDisposableStack()
  const server = new URL(databaseUrl)
  const socket = server.searchParams.get('host') ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'travel-pooler-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${socket} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  // It refuses to run as root, and the server's socket is open to its own account only.
  const { uid, gid } = await stat(socket)
  await chmod(folder, 0o755)
  await chown(folder, uid, gid)
  const child = spawn(program, [file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  opened.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const up = new Promise<void>((resolve) => {
    child.stderr.on('data', (text) => String(text).includes('process up') && resolve())
  })
  await Promise.race([up, ended])
  const stack = opened.move()
  const url = `postgresql://${server.username}@127.0.0.1:${port}${server.pathname}`
  return { url, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('refuses a pooler that shares sessions, and accepts one that does not', needsPgBouncer, async () => {
  await using database = await emptyTestDatabase()
  await using sharing = await openPooler(database.url, 'transaction')
  await expect(applyMigrations(sharing.url)).rejects.toThrow(/pooler in transaction mode/)
  await using pooler = await openPooler(database.url, 'session')
  expect(await applyMigrations(pooler.url)).toEqual([])
})
