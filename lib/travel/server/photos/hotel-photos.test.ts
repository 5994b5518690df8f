import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { engineOf, realClock } from '#runner/egress/testing/engine-fixture.ts'
import { type LocalServer, type SeenRequest, startServer } from '#runner/egress/testing/local-server.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createHotelPhotos } from './hotel-photos.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A picture that claims 100,000 by 100,000 pixels. */
const bomb = Buffer.from(png)
bomb.writeUInt32BE(100_000, 16)
bomb.writeUInt32BE(100_000, 20)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/photo.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  '/page.png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png),
  '/text.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<script>'),
  '/drawing.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg),
  '/other.jpg': (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(png),
  '/bomb.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bomb),
  '/huge.png': (response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]))
  },
  '/away.png': (response) =>
    response.writeHead(302, { location: `https://other.example.com:${server.port}/photo.png` }).end(),
  '/inside.png': (response) => response.writeHead(302, { location: 'https://127.0.0.1/photo.png' }).end(),
  '/near.png': (response) => response.writeHead(302, { location: '/photo.png' }).end(),
  '/missing.png': (response) => response.writeHead(404, { 'content-type': 'image/png' }).end(png),
}

let server: LocalServer
let skill: LoadedSkill

beforeAll(async () => {
  server = await startServer(({ path }: SeenRequest, response) => answers[path]?.(response))
  const projectDir = findProjectRoot()
  const folder = join(projectDir, 'skills', 'hotel-search-liteapi')
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error('the skill does not load')
  skill = loaded.skill
})
afterAll(() => server[Symbol.asyncDispose]())

/** Reads a photo of the skill, for which every name is this machine, with the certificate of example.com. */
async function read(
  path: string,
  { at = 'api', isApproved = true, withKey = false, name = '', clock = realClock } = {},
) {
  const { manifest } = skill
  const host = `api.example.com:${server.port}`
  const network = { egress: [host], methods: ['GET' as const] }
  const key = { kind: 'header' as const, host, header: 'X-API-Key', secret: 'LITEAPI_KEY' }
  const changed: LoadedSkill = {
    ...skill,
    manifest: {
      ...manifest,
      permissions: { ...manifest.permissions, network },
      credentials: withKey ? { key } : {},
    },
    approved: { ...skill.approved, network: { ...network, egress: isApproved ? [host] : [] } },
  }
  await using egress = engineOf()
  const photos = createHotelPhotos({
    skills: { byCapability: async () => [changed] },
    config: defaultConfig,
    egress,
    clock,
    randomBytes,
  })
  const url = `https://${at}.example.com:${server.port}${path}`
  const outcome = await photos.read(publicPrincipal, { skill: name || manifest.name, url }, AbortSignal.timeout(30_000))
  return outcome.ok ? outcome.value : outcome.error.code
}

test.each(['/photo.png', '/near.png'])('a photo of a declared host is read: %s', async (path) => {
  expect(await read(path)).toEqual({ bytes: Uint8Array.from(png), type: 'image/png' })
  expect(Object.keys(server.seen.at(-1)?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
  ])
})

test.each(['/page.png', '/text.png', '/drawing.svg', '/other.jpg', '/bomb.png', '/huge.png', '/missing.png'])(
  'what is no picture of its stated type, or is too large, is refused: %s',
  async (path) => {
    expect(await read(path)).toBe('API_UNAVAILABLE')
  },
)

test.each(['/away.png', '/inside.png'])('a redirect to a host that is not declared is refused: %s', async (path) => {
  expect(await read(path)).toBe('NOT_FOUND')
})

test('a host that does not answer in time is given up', async () => {
  let isAsked = false
  // At the second look, almost all the time is over.
  const monotonic = () => {
    const now = isAsked ? 7_400 : 0
    isAsked = true
    return now
  }
  expect(await read('/silent.png', { clock: { now: Date.now, monotonic } })).toBe('API_TIMEOUT')
})

test('hosts that are not declared, not approved or get a credential have no photos, and nothing is sent', async () => {
  const before = server.seen.length
  expect(await read('/photo.png', { at: 'other' })).toBe('NOT_FOUND')
  expect(await read('/photo.png', { isApproved: false })).toBe('NOT_FOUND')
  expect(await read('/photo.png', { withKey: true })).toBe('NOT_FOUND')
  expect(await read('/photo.png', { name: 'another-skill' })).toBe('NOT_FOUND')
  expect(server.seen).toHaveLength(before)
})
