import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { StepError } from './steps.ts'

/** Listens briefly and returns the port: `port`, or a free one for 0. */
const listenOnce = async (host: string, port: number): Promise<number> => {
  const server = createServer()
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The listening server has no port.')
  return address.port
}

export const findFreePort = (): Promise<number> => listenOnce('127.0.0.1', 0)

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
