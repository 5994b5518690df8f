import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A way to the database's socket that can be interrupted for everybody who uses it. */
type DatabaseLine = AsyncDisposable & { readonly url: string; cut(): void; mend(): void }

export async function openDatabaseLine(database: string): Promise<DatabaseLine> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-chaos-'))
  const url = new URL(database)
  const name = `.s.PGSQL.${url.port}`
  const path = join(url.searchParams.get('host') ?? '', name)
  const open = new Set<Socket>()
  let isCut = false
  const line = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const server = connect(path)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  line.listen(join(folder, name))
  await once(line, 'listening')
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      line.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
