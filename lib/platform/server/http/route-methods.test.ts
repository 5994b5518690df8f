import { expect, it } from 'vitest'
import { ErrorBody } from '#runner/contract/errors.ts'
import { routeMethods } from './route-methods.ts'

const request = (method: string) => new Request('http://localhost:3000/api/x', { method })
const answer = async () => new Response('here')
const changed = async () => new Response('changed')

it('passes a supported method to its handler, and HEAD to the GET handler', async () => {
  const route = routeMethods({ GET: answer, POST: changed })
  expect(await (await route.GET(request('GET'))).text()).toBe('here')
  expect(await (await route.HEAD(request('HEAD'))).text()).toBe('here')
  expect(await (await route.POST(request('POST'))).text()).toBe('changed')
})

it.each(['PUT', 'PATCH', 'DELETE'] as const)('refuses %s with 405 and lists the supported methods', async (method) => {
  const response = await routeMethods({ GET: answer, POST: changed })[method](request(method))
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  const { error } = await response.json()
  expect(ErrorBody.parse(error)).toEqual({
    code: 'METHOD_NOT_ALLOWED',
    fault: 'caller',
    remedy: 'Use one of the methods in the header Allow.',
    message: 'This address accepts only GET, HEAD, OPTIONS, POST.',
  })
})

it('refuses GET and HEAD on a route with only POST, and sends no body for HEAD', async () => {
  const route = routeMethods({ POST: changed })
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await route[method](request(method))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    expect((await response.text()) === '').toBe(method === 'HEAD')
  }
})

it('answers OPTIONS with the methods only', async () => {
  const response = await routeMethods({ POST: changed }).OPTIONS(request('OPTIONS'))
  expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([204, 'OPTIONS, POST', ''])
})
