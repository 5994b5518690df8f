import { NextRequest } from 'next/server.js'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createOriginCheck } from '../http/origin.ts'
import { refuseBecause, refuseTooMany } from '../http/outcome.ts'
import { createNextAuthRoute, toldAnswer } from './next-auth-route.ts'
import { createTestAuth } from './testing.ts'

const context = { params: Promise.resolve({ nextauth: ['callback', 'guest'] }) }

async function ask(headers: Record<string, string>, body: string | ReadableStream) {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  const route = createNextAuthRoute(async () => ({ auth, checkOrigin: createOriginCheck({ publicUrl: undefined }) }))
  const url = 'http://localhost:3000/api/auth/callback/guest'
  const response = await route(new NextRequest(url, { method: 'POST', headers, body, duplex: 'half' }), context)
  return { response, guests: await database.client.user.count() }
}

it('refuses a sign-in from a foreign origin before next-auth sees it', async () => {
  const { response, guests } = await ask({ origin: 'https://evil.example' }, 'json=true')
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(guests).toBe(0)
})

it('refuses an oversized body before next-auth reads it, and stops reading it', async () => {
  let readBytes = 0
  const endless = new ReadableStream({
    pull(controller) {
      readBytes += 1024
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const { response, guests } = await ask({}, endless)
  expect(response.status).toBe(413)
  expect(readBytes).toBeLessThanOrEqual(40_000)
  expect(guests).toBe(0)
})

it.each(['{', ''])('answers invalid JSON (%j) with 400', async (body) => {
  const { response } = await ask({ 'content-type': 'application/json' }, body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { code: 'INVALID_INPUT', details: { body: 'is not valid JSON' } },
  })
})

it('refuses log lines from clients', async () => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  const lines: string[] = []
  const log = { ...auth.log, error: (message: string) => void lines.push(message) }
  const route = createNextAuthRoute(async () => ({
    auth: { ...auth, log },
    checkOrigin: createOriginCheck({ publicUrl: undefined }),
  }))
  const body = JSON.stringify({ level: 'error', code: 'FORGED', message: 'forged' })
  const headers = { 'content-type': 'application/json' }
  const request = new NextRequest('http://localhost:3000/api/auth/_log', { method: 'POST', headers, body })
  const response = await route(request, { params: Promise.resolve({ nextauth: ['_log'] }) })
  expect(response.status).toBe(404)
  expect(lines).toEqual([])
})

it.each(['GET', 'POST'])('refuses a query with an address that is none (%s)', async (method) => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  const route = createNextAuthRoute(async () => ({ auth, checkOrigin: createOriginCheck({ publicUrl: undefined }) }))
  const request = new NextRequest('http://localhost:3000/api/auth/signin?callbackUrl=javascript:1', {
    method,
    // Any site may link to a page.
    headers: method === 'GET' ? { origin: 'https://evil.example' } : {},
  })
  const response = await route(request, { params: Promise.resolve({ nextauth: ['signin'] }) })
  expect(response.status).toBe(400)
})

it('answers what next-auth does not know as not found, and a foreign origin as such', async () => {
  const plain = { 'content-type': 'text/plain' }
  expect(toldAnswer(new Response('Error', { status: 500, headers: plain }), undefined).status).toBe(404)
  expect(toldAnswer(new Response('', { status: 200, headers: plain }), undefined).status).toBe(200)
  expect(toldAnswer(Response.json({}, { status: 500 }), undefined).status).toBe(500)
  expect(toldAnswer(Response.json({}, { status: 401 }), refuseBecause('foreign_origin')).status).toBe(403)
  // A page that the browser goes to says itself what was refused.
  const redirect = Response.redirect('http://localhost:3000/sign-in?error=RATE_LIMITED')
  expect(toldAnswer(redirect, refuseTooMany(2000))).toBe(redirect)
  const denied = toldAnswer(Response.json({}, { status: 403 }), undefined)
  expect([denied.status, denied.headers.get('www-authenticate')]).toEqual([403, null])
})

it('says how to authenticate on the 401 that next-auth makes, and on no success', () => {
  const asksFor = (status: number) =>
    toldAnswer(Response.json({}, { status }), undefined).headers.get('www-authenticate')
  expect(asksFor(401)).toBe('Bearer')
  expect(toldAnswer(Response.json({}, { status: 401 }), undefined).status).toBe(401)
  expect(asksFor(200)).toBeNull()
  // What next-auth answers to a refusal by a limit is a 401 too.
  const limited = toldAnswer(Response.json({}, { status: 401 }), refuseTooMany(2000))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
})
