import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { offer, segment, slice } from '../../skills/flight-search-duffel/tests/offers.ts'
import { createStandIn, type SentRequest } from '../../skills/flight-search-duffel/tests/stand-in.ts'
import { runHere, runInProcess } from './testing/run-command.ts'

const token = 'duffel_test_of_this_test'

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** A stand-in that returns one offer on the day of the offer request. */
function offeringOnDayOf({ body }: SentRequest) {
  const day: string = JSON.parse(body).data.slices[0].departure_date
  const flight = segment('SEA', `${day}T08:00:00`, 'SFO', `${day}T10:15:00`)
  return createStandIn({ token, offers: [offer({ slices: [slice([flight])] })] })
}

/** Starts the stand-in as a server that accepts the token. */
async function startStandIn() {
  let answer = createStandIn({ token, offers: [] })
  const seen: SentRequest[] = []
  const server = await openHttpServer((message, response) => {
    void readText(message).then((body) => {
      const { method = '', url = '', headers } = message
      const request = { method, url: new URL(url, 'https://api.duffel.com'), headers, body }
      seen.push(request)
      if (method === 'POST') answer = offeringOnDayOf(request)
      const sent = answer(request)
      response.writeHead(sent.status, sent.headers).end(sent.body)
    })
  })
  return { ...server, seen }
}

/** `skill smoke` with these variables. */
async function smoke(variables: Record<string, string>, run = runHere) {
  await using database = await createCheckedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'travel-smoke-'))
  const settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: folder,
    TRAVEL_CONTAINER_RUNTIME: 'off',
    // The log is written to the file descriptor, which the test can read only from a separate process.
    ...(run === runHere ? { LOG_LEVEL: 'silent' } : {}),
  }
  const { code, out, err } = await run(['skill', 'smoke', 'flight-search-duffel'], { ...settings, ...variables })
  await rm(folder, { recursive: true, force: true })
  return { code, stdout: out, stderr: err }
}

test('calls the provider with the key that the operator set, and prints no key', async () => {
  await using provider = await startStandIn()
  const variables = {
    TRAVEL_UPSTREAMS: JSON.stringify({ 'api.duffel.com': provider.url }),
    TRAVEL_CREDENTIALS: JSON.stringify({ DUFFEL_ACCESS_TOKEN: ['api.duffel.com'] }),
    DUFFEL_ACCESS_TOKEN: token,
  }
  const { code, stdout, stderr } = await smoke(variables, runInProcess)
  expect(stdout).toMatch(/^flight-search-duffel 0\.1\.0: 1 result of test data from api\.duffel\.com in \d+ ms\n$/)
  expect([code, provider.seen.length]).toEqual([0, 2])
  expect(provider.seen.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true)
  expect(stdout + stderr).not.toContain(token)
})

test('fails if the provider rejects the key', async () => {
  await using provider = await startStandIn()
  const { code, stdout } = await smoke({
    TRAVEL_UPSTREAMS: JSON.stringify({ 'api.duffel.com': provider.url }),
    TRAVEL_CREDENTIALS: JSON.stringify({ DUFFEL_ACCESS_TOKEN: ['api.duffel.com'] }),
    DUFFEL_ACCESS_TOKEN: 'duffel_test_another',
  })
  expect([code, provider.seen.length]).toEqual([1, 1])
  expect(stdout).toContain('API_AUTH_FAILED')
})

test('without a key, names the missing variable, sends no request and exits with 0', async () => {
  await using provider = await startStandIn()
  const { code, stdout } = await smoke({ TRAVEL_UPSTREAMS: JSON.stringify({ 'api.duffel.com': provider.url }) })
  expect([code, provider.seen.length]).toEqual([0, 0])
  expect(stdout).toContain('flight-search-duffel (Duffel) is not configured\n  DUFFEL_ACCESS_TOKEN is not set')
  expect(stdout).toContain('The smoke test did not run.')
})
