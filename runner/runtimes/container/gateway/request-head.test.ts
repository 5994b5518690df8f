import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../../egress/host-policy.ts'
import { anyCharacter } from '../../../testing/any-character.ts'
import { checkHead, type RawHead } from './request-head.ts'

const authority = { name: 'api.example.com', port: 443 }
const head = (more: Partial<RawHead> = {}): RawHead => ({
  method: 'GET',
  target: '/',
  version: '1.1',
  headers: ['Host', 'api.example.com'],
  ...more,
})

const withCodings = (codings: readonly string[]) =>
  head({ headers: ['Host', 'api.example.com', ...codings.flatMap((coding) => ['Transfer-Encoding', coding])] })

describe('checkHead', () => {
  it.each([
    ['api.example.com', 443, true],
    ['API.Example.Com', 443, true],
    ['api.example.com:443', 443, true],
    ['api.example.com:0443', 443, false],
    ['api.example.com:8443', 443, false],
    ['api.example.com:8443', 8443, true],
    ['api.example.com', 8443, false],
    ['api.example.com:443', 8443, false],
    ['api.example.com.:443', 443, false],
    [' api.example.com', 443, false],
  ])('accepts the Host %j on port %i: %s', (host, port, isTaken) => {
    const verdict = checkHead(head({ headers: ['Host', host] }), { ...authority, port })
    expect(verdict.kind).toBe(isTaken ? 'request' : 'violation')
  })

  it('builds the URL from the TLS server name, not from the request', () => {
    const verdict = checkHead(
      head({ target: '//evil.example/@x:y?https://z', headers: ['HOST', 'API.EXAMPLE.COM'] }),
      authority,
    )
    expect(verdict).toMatchObject({ kind: 'request', url: 'https://api.example.com//evil.example/@x:y?https://z' })
    expect(new URL(verdict.kind === 'request' ? verdict.url : '').hostname).toBe('api.example.com')
  })

  it.each([[['chunked']], [['Chunked']]])('accepts the transfer coding %j', (codings) => {
    expect(checkHead(withCodings(codings), authority)).toMatchObject({ kind: 'request', headers: [] })
  })

  it.each([[['chunked', 'chunked']], [['identity', 'chunked']], [['']], [['chunked, identity']], [['x']]])(
    'rejects the transfer codings %j, even if the parser accepts them',
    (codings) => {
      expect(checkHead(withCodings(codings), authority).kind).toBe('violation')
    },
  )

  it('passes on headers such as Upgrade and Via, which the policy checks', () => {
    const headers = [
      'Host',
      'api.example.com',
      'Upgrade',
      'h2c',
      'Proxy-Authorization',
      'x',
      'Trailer',
      'Host',
      'Via',
      'x',
    ]
    expect(checkHead(head({ headers }), authority)).toMatchObject({
      headers: [
        ['upgrade', 'h2c'],
        ['proxy-authorization', 'x'],
        ['trailer', 'Host'],
        ['via', 'x'],
      ],
    })
  })

  it('accepts only requests to the server name, whatever their target and headers', () => {
    const grant = { network: { egress: ['api.example.com'], methods: ['GET' as const] } }
    let passed = 0
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc
        .array(fc.constantFrom('/', '\\', '@', ':', '#', '?', '.', '..', '//', 'evil.example', '%2f', '\t', ' ', 'a'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((rest) => `/${rest}`),
        ),
        fc.array(text, { maxLength: 6 }),
        (target, headers) => {
          const verdict = checkHead(head({ target, headers: ['Host', 'api.example.com', ...headers] }), authority)
          if (verdict.kind !== 'request') return
          passed += 1
          expect(new URL(verdict.url).host).toBe('api.example.com')
          expect(new URL(verdict.url).hash).toBe('')
          const policy = checkRequest(verdict.url, 'GET', grant)
          // The policy may still reject a dot segment, or a backslash in the path ("malformed URL"), because other
          // software may read the backslash as a slash.
          if (!policy.allowed) expect(policy.reason).toMatch(/^(malformed URL|a dot segment in the path)$/)
        },
      ),
      { numRuns: 300 },
    )
    expect(passed).toBeGreaterThan(0)
  })
})
