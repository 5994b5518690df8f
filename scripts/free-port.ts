import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { StepError } from './steps.ts'

/** Listens briefly. Throws if it cannot. */
const listenOnce = async (host: string, port: number): Promise<void> => {
  const server = createServer()
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/**
 * A free port below the ports that Linux gives to outgoing connections (from 32768), so that none takes it before the app
 * listens, or while the app restarts.
 */
export async function findFreePort(): Promise<number> {
  while (true) {
    const port = randomInt(20_000, 32_768)
    try {
      await listenOnce('127.0.0.1', port)
      return port
    } catch (error) {
      if (errorCodeOf(error) !== 'EADDRINUSE') throw error
    }
  }
}

/** Throws a StepError that names --port or HOST if the app cannot listen there. */
export const requireFreePort = async (host: string, port: number): Promise<void> => {
  try {
    await listenOnce(host, port)
  } catch (error) {
    const code = errorCodeOf(error)
    const another = `choose another port: npm run up -- --port ${port + 1}`
    if (code === 'EADDRINUSE') throw new StepError(`Port ${port} is in use: stop its program, or ${another}.`)
    if (code === 'EACCES') throw new StepError(`Port ${port} needs root rights: ${another}.`)
    throw new StepError(`The app cannot listen on ${host} (${code}): set HOST to an address of this machine.`)
  }
}
