import { expect, test } from 'vitest'
import { createFakeHost, json, timedOut } from './fake-host.ts'

test('answers each request by its URL, and records method and URL', async () => {
  const host = createFakeHost(({ url, method }) => (method === 'POST' ? json({ made: url }, 201) : timedOut))
  const response = await host.fetch('https://a.example/x', { method: 'POST', body: 'b' })
  expect([response.status, response.ok, response.headers.get('Content-Type')]).toEqual([201, true, 'application/json'])
  expect(await response.json()).toEqual({ made: 'https://a.example/x' })
  await expect(response.text()).rejects.toThrow('already read')
  await expect(host.fetch('https://a.example/y')).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(host.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://a.example/x',
    'GET https://a.example/y',
  ])
})
