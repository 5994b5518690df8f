import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceApp, findRunningApp } from './running-app.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'travel-running-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const address = { url: 'https://travel.example.com', listens: 'http://127.0.0.1:4000' }
const answering = (body: unknown) => vi.fn<typeof fetch>(async () => Response.json(body, { status: 503 }))

test('finds the public URL of an app that answers at its recorded address, even an unhealthy one', async () => {
  await announceApp(dataDir, { url: 'http://127.0.0.1:3000', listens: 'http://127.0.0.1:3000' })
  await announceApp(dataDir, address)
  const ask = answering({ status: 'failing', checks: { database: 'failing' } })
  expect(await findRunningApp(dataDir, ask)).toBe('https://travel.example.com')
  expect(String(ask.mock.calls[0]?.[0])).toBe('http://127.0.0.1:4000/health')
  expect(readdirSync(dataDir)).toEqual(['app.json'])
  expect(statSync(join(dataDir, 'app.json')).mode & 0o777).toBe(0o600)
})

test('finds no app if none started, none answers, another program answers, or the file is invalid', async () => {
  const well = answering({ checks: { database: 'ok' } })
  expect(await findRunningApp(dataDir, well)).toBeUndefined()
  await announceApp(dataDir, address)
  expect(await findRunningApp(dataDir, async () => Promise.reject(new TypeError('refused')))).toBeUndefined()
  expect(await findRunningApp(dataDir, answering({ hello: 'world' }))).toBeUndefined()
  writeFileSync(join(dataDir, 'app.json'), '{"url":"file:///etc/passwd","listens":"file:///etc/passwd"}')
  expect(await findRunningApp(dataDir, well)).toBeUndefined()
})
