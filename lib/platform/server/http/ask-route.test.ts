import { expect, test } from 'vitest'
import { askRoute } from './ask-route.ts'
import { queryOf, requestTargetHeader } from './request-target.ts'

const page = new Headers({ cookie: 'session=1', [requestTargetHeader]: '/console/skills/x?source=public&_rsc=1' })
const waitMs = 60_000

test('a route sees the query of the asked path and the session of the page, not the page’s own query', async () => {
  const route = async (request: Request) =>
    Response.json({ query: `${queryOf(request)}`, cookie: request.headers.get('cookie'), url: request.url })
  expect(await askRoute({ route, path: '/api/console/skills/x?source=main' }, page, waitMs)).toEqual({
    query: 'source=main',
    cookie: 'session=1',
    url: 'http://app.invalid/api/console/skills/x?source=main',
  })
})

test('a route gets the parameters of its path', async () => {
  const route = async (_: Request, { params }: { params: Promise<unknown> }) => Response.json(await params)
  expect(await askRoute({ route, path: '/api/x/y', params: { name: 'y' } }, page, waitMs)).toEqual({ name: 'y' })
})

test('a refusal is no answer', async () => {
  const route = async () => Response.json({ error: { code: 'FORBIDDEN' } }, { status: 403 })
  expect(await askRoute({ route, path: '/api/x' }, page, waitMs)).toBeUndefined()
})

test('a route that does not answer in time holds nobody back', async () => {
  const route = () => new Promise<Response>(() => {})
  expect(await askRoute({ route, path: '/api/x' }, page, 1)).toBeUndefined()
})
