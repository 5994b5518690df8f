import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A way to a test's database that calls `notice` with each part of what a client sends, before the server gets it. So
 * the client's process can be killed at a chosen statement: the server still gets this one, and nobody reads its answer.
 */
export async function openRelay(
  database: string,
  notice: (sent: string) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-relay-'))
  const url = new URL(database)
  const name = `.s.PGSQL.${url.port}`
  const path = join(url.searchParams.get('host') ?? '', name)
  const relay = createServer((client) => {
    const server = connect(path).on('error', () => {})
    client.on('error', () => {}).on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    server.on('data', (answer) => client.write(answer))
    client.on('data', (statement) => {
      notice(statement.toString('latin1'))
      server.write(statement)
    })
  })
  relay.listen(join(folder, name))
  await once(relay, 'listening')
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      relay.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
