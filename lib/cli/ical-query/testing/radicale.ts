import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../../scripts/free-port.ts'
import { need } from '../../../../scripts/testing/needs.ts'

const program = '/usr/bin/radicale'

/** Options of tests that need the CalDAV server Radicale. */
export const needsRadicale = need(existsSync(program), 'Radicale', 'install the package radicale')

export type Radicale = AsyncDisposable & {
  readonly account: { readonly url: string; readonly user: string; readonly password: string }
  /** Adds a calendar to the account, with an iCalendar text in it. */
  addCalendar(name: string, text?: string): Promise<string>
}

/** A real CalDAV server with one account, on a free port. */
export async function startRadicale(): Promise<Radicale> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-radicale-'))
  const port = await findFreePort()
  const [user, password] = ['ilse', 'a password of the test']
  await writeFile(join(folder, 'users'), `${user}:${password}\n`)
  const config = `[logging]\nlevel = info\n[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${folder}/users\nhtpasswd_encryption = plain\n[storage]\nfilesystem_folder = ${folder}/data\n`
  await writeFile(join(folder, 'config'), config)
  const server = spawn(program, ['--config', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  await started(server)
  const root = `http://127.0.0.1:${port}/${user}/`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return {
    account: { url: root, user, password },
    async addCalendar(name, text) {
      const url = `${root}${name}/`
      const body = `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>${name}</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`
      await sent(url, { method: 'MKCALENDAR', headers: { authorization }, body })
      if (text !== undefined) {
        const headers = { authorization, 'content-type': 'text/calendar' }
        // The address of an entry may be any: it need not end in .ics.
        await sent(`${url}first`, { method: 'PUT', headers, body: text })
      }
      return url
    },
    async [Symbol.asyncDispose]() {
      server.kill()
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function sent(url: string, request: RequestInit): Promise<void> {
  const { ok, status } = await fetch(url, request)
  if (!ok) throw new Error(`${request.method} ${url} answered ${status}`)
}

/** Radicale logs a line when it listens. */
function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('server ready')) resolve()
    })
    server.once('exit', () => reject(new Error(`Radicale ended: ${log}`)))
  })
}
