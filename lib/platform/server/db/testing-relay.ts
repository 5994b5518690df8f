import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A connection to a test's database that ends, at a chosen write, as if the client's process were killed. */
export type Relay = AsyncDisposable & {
  readonly url: string
  /** Counts from now on, and cuts the connection once, when the server has this many writes of its client. */
  cutAfter(writes: number): void
  /** The writes since then. */
  writes(): number
}

/**
 * When a process is killed, the server sees its connection end: the last statement has arrived, and nobody reads the
 * answer. Ending the connection instead takes milliseconds, and can follow any statement.
 */
export async function openRelay(database: string): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-relay-'))
  const url = new URL(database)
  const name = `.s.PGSQL.${url.port}`
  const path = join(url.searchParams.get('host') ?? '', name)
  let [count, most] = [0, Number.POSITIVE_INFINITY]
  const relay = createServer((client) => {
    const server = connect(path).on('error', () => {})
    client.on('error', () => {}).on('close', () => server.destroy())
    // The client hears of the end only after the server has handled the last statement.
    server.on('close', () => client.destroy())
    server.on('data', (answer) => server.writableEnded || client.write(answer))
    client.on('data', (statement) => {
      if (server.writableEnded) return
      count += 1
      if (count < most) server.write(statement)
      else {
        most = Number.POSITIVE_INFINITY
        server.end(statement)
      }
    })
  })
  relay.listen(join(folder, name))
  await once(relay, 'listening')
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    cutAfter(writes) {
      ;[count, most] = [0, writes]
    },
    writes: () => count,
    async [Symbol.asyncDispose]() {
      relay.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
