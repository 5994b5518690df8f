import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { compose } from '../compose.ts'
import { endOnSignal } from '../end-on-signal.ts'
import { provideServices } from '../process-services.ts'
import { loadRoute } from './load-route.ts'

/**
 * The app's process without its pages: it answers agents and /health, and ends at a signal. It sends its parent its port
 * and the token of a locked profile that may run two scripts at once and call api.example.com.
 */
const env = readEnv()
const log = createLogger({ level: 'error' })
const services = await compose({ env, projectRoot: findProjectRoot(), log, takesOver: true })
provideServices(async () => services)
const wanted = { description: 'A test', hosts: ['api.example.com'], keys: [] }
const { profile_id: profile } = got(await services.profiles.create(wanted, 'local'))
const { id } = await services.db.profile.findFirstOrThrow()
const { version } = got(await services.manageProfiles.change(commandLine, id, { limits: { concurrency: 2 } }))
got(await services.manageProfiles.lock(commandLine, id, { version }))

const execute = await loadRoute('execute', 'POST')
const read = await loadRoute('executions/[id]', 'GET')
const health = await loadRoute('health', 'GET')
const server = createServer(async (request, response) => {
  const { pathname, href } = new URL(request.url ?? '', 'http://localhost:3000')
  const headers = { host: 'localhost:3000', accept: '*/*', 'content-type': 'application/json' }
  const body = request.method === 'POST' ? { method: 'POST', body: JSON.stringify(await json(request)) } : {}
  const asked = new Request(href, { ...body, headers })
  const [, route, token = ''] = pathname.split('/')
  const handler = { execute, executions: read, health }[route ?? '']
  if (handler === undefined) throw new Error(`There is no route ${pathname}`)
  const answer = await handler(asked, { params: Promise.resolve({ id: token }) })
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port')
  endOnSignal(address.port, services, env.drainMs)
  process.send?.({ port: address.port, profile })
})
