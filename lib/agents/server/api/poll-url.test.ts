import { expect, test } from 'vitest'
import { pollUrlOf } from './poll-url.ts'

const token = `exec_${'a'.repeat(22)}`
const ask = (host: string | undefined, publicUrl?: string) =>
  pollUrlOf(
    new Request('http://127.0.0.1:3000/execute', { headers: host === undefined ? {} : { host } }),
    publicUrl,
    token,
  )

test.each([
  [undefined, undefined, 'http://127.0.0.1:3000'],
  ['travel.example:8080', undefined, 'http://travel.example:8080'],
  ['[::1]:3000', undefined, 'http://[::1]:3000'],
  ['evil/../x', undefined, 'http://127.0.0.1:3000'],
  ['travel.example', 'https://public.example/', 'https://public.example'],
])('for the Host header %s and the public URL %s, the poll URL starts with %s', (host, publicUrl, origin) => {
  expect(ask(host, publicUrl)).toBe(`${origin}/executions/${token}`)
})
