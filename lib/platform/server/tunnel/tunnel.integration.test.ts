import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { findFreePort } from '../../../../scripts/free-port.ts'
import type { TunnelProgram } from '../../model/tunnel-view.ts'
import { createAuditTrail } from '../audit/audit-trail.ts'
import { commandLine } from '../auth/context.ts'
import { testAuditKeys } from '../auth/testing.ts'
import { emptyTestDatabase, type TestDatabase } from '../db/testing.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { tunnelFile } from '../files/secure-data-folder.ts'
import { markVariable } from './left-program.ts'
import { fakeHost } from './testing/fake-options.ts'
import { writeFakePrograms } from './testing/fake-programs.ts'
import { createTunnel } from './tunnel.ts'

const timeout = 30_000
let database: TestDatabase
let folder: string
let opened: AsyncDisposableStack

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  database = opened.use(await emptyTestDatabase())
  folder = mkdtempSync(join(tmpdir(), 'tunnel-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(() => opened.disposeAsync())

const startApp = async () =>
  opened.use(await openHttpServer((asked, response) => response.end(`app ${asked.url}`))).port

type Setting = Parameters<typeof createTunnel>[0]['env']

async function withTunnel({
  names = ['cloudflared', 'ngrok', 'bore'],
  isShim = false,
  addressMs = timeout,
  ...setting
}: Partial<Setting> & { names?: string[]; isShim?: boolean; addressMs?: number } = {}) {
  const port = await findFreePort()
  const fakes = writeFakePrograms(join(folder, 'bin'), names, { port, isShim })
  const env = {
    ...{ dataDir: folder, host: '127.0.0.1', port: await startApp(), isDevelopment: false },
    ...{ publicUrl: undefined, role: 'all' as const },
    ...setting,
  }
  const ports = {
    ...{ env, environment: { PATH: fakes.path, NODE_ENV: process.env.NODE_ENV }, db: database.client, randomBytes },
    ...{ audit: createAuditTrail(testAuditKeys.rows), clock: { now: Date.now } },
    addressMs,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  const tunnel = opened.use(createTunnel(ports))
  const until = async (state: string) => {
    const view = await vi.waitUntil(
      async () => {
        const found = await tunnel.view()
        return found.now.state === state && found
      },
      { timeout },
    )
    return view.now
  }
  /** As a visitor: through the public side of the program. */
  const visit = (path: string, password?: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: fakeHost, ...(password === undefined ? {} : { 'x-tunnel-password': password }) }
      request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => resolve(text(response)))
        .on('error', reject)
        .end()
    })
  return { tunnel, until, visit, fakes, port, another: () => opened.use(createTunnel(ports)) }
}

const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
const actions = async () =>
  (await database.client.auditEvent.findMany({ orderBy: { seq: 'asc' } })).map(({ action, subject }) => [
    action,
    subject,
  ])
const hasRecord = () => existsSync(join(folder, tunnelFile))

describe('a tunnel', () => {
  it.each(['cloudflared', 'ngrok'] satisfies TunnelProgram[])(
    'with %s leads visitors with the password to the app, until it is closed, and is audited',
    async (program) => {
      const { tunnel, until, visit, fakes } = await withTunnel()
      expect(await tunnel.view()).toEqual({
        now: { state: 'off' },
        found: ['cloudflared', 'ngrok', 'bore'],
        hindrance: null,
      })
      expect(await tunnel.open(commandLine, program)).toMatchObject({ ok: true })
      const now = await until('on')
      if (now.state !== 'on') throw new Error('not on')
      expect(now).toMatchObject({ program, url: `https://${fakeHost}` })
      expect(now.password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
      expect(await visit('/trips', now.password)).toBe('app /trips')
      expect(await visit('/trips')).toContain('UNAUTHENTICATED')
      expect(await tunnel.open(commandLine, program)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
      const pid = fakes.seen(program)?.pid
      expect(isAlive(pid)).toBe(true)

      expect(await tunnel.close(commandLine)).toMatchObject({ ok: true, value: { now: { state: 'off' } } })
      expect(isAlive(pid)).toBe(false)
      expect(hasRecord()).toBe(false)
      expect(await actions()).toEqual([
        ['tunnel.opened', program],
        ['tunnel.closed', program],
      ])
    },
  )

  it('says that its program was killed, closes its door, and opens again with another password', async () => {
    const { tunnel, until, visit, fakes } = await withTunnel()
    await tunnel.open(commandLine, 'cloudflared')
    const before = await until('on')
    const seen = fakes.seen('cloudflared')
    const door = Number(/127\.0\.0\.1:(\d+)/.exec(seen?.args.join(' ') ?? '')?.[1])
    process.kill(seen?.pid ?? 0, 'SIGKILL')
    expect(await until('failed')).toMatchObject({ program: 'cloudflared', why: 'ended' })
    await expect(fetch(`http://127.0.0.1:${door}/health`)).rejects.toThrow()
    await tunnel.open(commandLine, 'cloudflared')
    const now = await until('on')
    if (before.state !== 'on' || now.state !== 'on') throw new Error('not on')
    expect(now.password).not.toBe(before.password)
    expect(await visit('/again', now.password)).toBe('app /again')
  })

  it('leaves nothing of a program that only started another one, also if the first is gone', async () => {
    const { tunnel, until, fakes } = await withTunnel({ isShim: true })
    await tunnel.open(commandLine, 'ngrok')
    await until('on')
    const { pid = 0, parent = 0 } = fakes.seen('ngrok') ?? {}
    expect(parent).not.toBe(process.pid)
    process.kill(parent, 'SIGKILL')
    await until('failed')
    await vi.waitUntil(() => !isAlive(pid) && !hasRecord(), { timeout })
  })

  it('shows what a program said that ended at once, and one that could not be started', async () => {
    const { tunnel, until, fakes } = await withTunnel({ names: [] })
    writeFileSync(join(fakes.path, 'ngrok'), '#!/bin/sh\necho first\necho "ERR_NGROK_4018: sign up" >&2\nexit 1\n')
    writeFileSync(join(fakes.path, 'cloudflared'), '#!/no/such/interpreter\n')
    for (const name of ['ngrok', 'cloudflared']) chmodSync(join(fakes.path, name), 0o755)
    await tunnel.open(commandLine, 'ngrok')
    expect(await until('failed')).toMatchObject({ why: 'ended', said: 'ERR_NGROK_4018: sign up' })
    await tunnel.open(commandLine, 'cloudflared')
    expect(
      await vi.waitUntil(
        async () => {
          const { now } = await tunnel.view()
          return now.state === 'failed' && now.program === 'cloudflared' && now
        },
        { timeout },
      ),
    ).toMatchObject({ why: 'not_started' })
    await vi.waitUntil(() => !hasRecord(), { timeout })
  })

  it('is given up if its program gets no address', async () => {
    // bore prints an address, which no other program's pattern takes.
    const { tunnel, until, fakes } = await withTunnel({ names: ['bore'], addressMs: 1_000 })
    copyFileSync(join(fakes.path, 'bore'), join(fakes.path, 'ngrok'))
    await tunnel.open(commandLine, 'ngrok')
    expect(await until('failed')).toMatchObject({ why: 'no_address' })
    await vi.waitUntil(() => !hasRecord(), { timeout })
  })

  it.each([
    ['development', { isDevelopment: true }],
    ['public_url', { publicUrl: 'https://travel.example' }],
    ['role', { role: 'web' as const }],
    ['host', { host: '192.168.1.5' }],
  ] as const)('is refused with a sentence: %s', async (hindrance, setting) => {
    const { tunnel, fakes } = await withTunnel(setting)
    expect((await tunnel.view()).hindrance).toBe(hindrance)
    expect(await tunnel.open(commandLine, 'cloudflared')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
    expect(fakes.seen('cloudflared')).toBeUndefined()
    expect(await actions()).toEqual([])
  })

  it('ends with the app, which opens no other one', async () => {
    const { tunnel, until, fakes } = await withTunnel()
    await tunnel.open(commandLine, 'cloudflared')
    await until('on')
    await tunnel[Symbol.asyncDispose]()
    expect(isAlive(fakes.seen('cloudflared')?.pid)).toBe(false)
    expect(await tunnel.open(commandLine, 'cloudflared')).toMatchObject({ ok: false, error: { reason: 'stopping' } })
  })
})

describe('a tunnel that a killed app left', () => {
  const mark = 'ab'.repeat(32)

  /** A program with the mark of a tunnel, in a group whose leader has ended. */
  async function leftBehind(): Promise<number> {
    const script = `"${process.execPath}" -e 'setInterval(() => {}, 1000)' > /dev/null & echo $!`
    const leader = spawn('/bin/sh', ['-c', script], {
      ...{ detached: true, stdio: ['ignore', 'pipe', 'ignore'] as const },
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, [markVariable]: mark },
    })
    const [printed] = await once(leader.stdout, 'data')
    leader.stdout.destroy()
    if (leader.exitCode === null) await once(leader, 'exit')
    return Number(String(printed))
  }

  /** Another app, which records a tunnel and then runs until it is killed. */
  async function otherApp() {
    const script = `const { openLeftProgram } = await import('./lib/platform/server/tunnel/left-program.ts')
await openLeftProgram(${JSON.stringify(folder)}).record('${mark}')
setInterval(() => {}, 1000)
console.log('recorded')`
    const app = spawn(process.execPath, ['--input-type=module', '-e', script], {
      ...{ cwd: findProjectRoot(), stdio: ['ignore', 'pipe', 'inherit'] as const },
    })
    opened.defer(() => void app.kill('SIGKILL'))
    await once(app.stdout, 'data')
    return {
      async kill() {
        app.kill('SIGKILL')
        await once(app, 'exit')
      },
    }
  }

  it('ends at the next start, also if the leader of its group is gone', async () => {
    const { tunnel } = await withTunnel()
    await (await otherApp()).kill()
    const pid = await leftBehind()
    expect(isAlive(pid)).toBe(true)
    await tunnel.endLeft()
    await vi.waitUntil(() => !isAlive(pid), { timeout })
    expect(hasRecord()).toBe(false)
  })

  it('keeps a record that it cannot read, and opens no other one', async () => {
    const { tunnel } = await withTunnel()
    writeFileSync(join(folder, tunnelFile), '{')
    await tunnel.endLeft()
    expect(await tunnel.open(commandLine, 'cloudflared')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
    expect(hasRecord()).toBe(true)
  })

  it('stays while the app that opened it runs, and another app on the data folder opens none', async () => {
    const { tunnel, fakes, another } = await withTunnel()
    const app = await otherApp()
    const pid = await leftBehind()
    await another().endLeft()
    expect(isAlive(pid)).toBe(true)
    expect(await tunnel.open(commandLine, 'cloudflared')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
    expect(fakes.seen('cloudflared')).toBeUndefined()
    await app.kill()
    await tunnel.endLeft()
    await vi.waitUntil(() => !isAlive(pid), { timeout })
  })
})
