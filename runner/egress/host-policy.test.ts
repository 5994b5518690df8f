import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { classifyAddress } from './address-policy.ts'
import { checkRequest } from './host-policy.ts'

const grant = {
  network: { egress: ['api.example.com', 'alt.example.com:8443'], methods: ['GET' as const, 'POST' as const] },
}
const check = (url: string, method = 'GET') => checkRequest(url, method, grant)

const label = fc.array(fc.constantFrom(...'abcxyz019-'), { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''))
const hostName = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'))

describe('checkRequest', () => {
  it.each([
    ['https://api.example.com/v1?q=1', 'api.example.com', 443],
    ['https://api.example.com:443/', 'api.example.com', 443],
    ['https://alt.example.com:8443/', 'alt.example.com:8443', 8443],
  ])('allows the declared host and port: %s', (url, host, port) => {
    expect(check(url)).toMatchObject({ allowed: true, host, port })
  })

  it.each([
    'https://API.Example.COM/',
    'https://api.example.com./',
    'https://ａｐｉ.example.com/',
    'https://api%2eexample%2ecom/',
    'https://api。example。com/',
    'https://api.example.com:/',
    'https://api.example.com:0443/',
    'https://\u00adapi.example.com/',
  ])('normalises another spelling of the declared host: %s', (url) => {
    const verdict = check(url)
    expect(verdict).toMatchObject({ allowed: true, host: 'api.example.com' })
    if (verdict.allowed) expect(verdict.url.href).toBe('https://api.example.com/')
  })

  it.each([
    ['https://evil.example/', 'GET', 'network.egress'],
    ['https://method.header.example/', 'GET', 'network.egress'],
    ['https://api.example.com/', 'DELETE', 'network.methods'],
    ['https://api.example.com/', 'BREW', 'network.methods'],
    ['http://api.example.com/', 'GET', 'scheme'],
    ['https://user@api.example.com/', 'GET', 'url'],
    ['https://10.0.0.1/', 'GET', 'url'],
    // The URL parser reads a user name here, other programs a path.
    ['https:///user@api.example.com/', 'GET', 'url'],
  ])('states as data why it refuses: %s (%s)', (url, method, cause) => {
    expect(check(url, method)).toMatchObject({ allowed: false, cause })
  })

  it('repeats no unknown method in its reason', () => {
    expect(check('https://api.example.com/', 'BREW')).toMatchObject({ reason: 'unknown method' })
  })

  it('refuses user-info in every form in which the URL parser reads it', () => {
    const parts = fc.constantFrom(
      'https:',
      'HTTPS:',
      '/',
      '\\',
      'u',
      ':',
      '@',
      '\t',
      ' ',
      '%40',
      'api.example.com',
      '?',
      '#',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), (middle) => {
        const text = ['https:', ...middle, '@api.example.com/'].join('')
        const { username, password } = URL.parse(text) ?? { username: '', password: '' }
        if (`${username}${password}` !== '') expect(check(text)).toMatchObject({ allowed: false })
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    'https://api.example.com/v1/../admin',
    'https://api.example.com/v1/./x',
    'https://api.example.com/v1/%2e%2E/admin',
    'https://api.example.com/v1/.%2e',
    'https://api.example.com/..',
    'https://api.example.com/v1/..?q=1',
    'https:api.example.com/../x',
    'https://api.example.com/v1/..%2fadmin',
    'https://api.example.com/v1/%2e%2e%2Fadmin',
    'https://api.example.com/v1/%252e%252e/admin',
    'https://api.example.com/v1/..%255cadmin',
    'https://api.example.com/v1/..%5cadmin',
    'https://api.example.com/v1/..;/admin',
    'https://api.example.com/v1/..;a=b/admin',
    'https://api.example.com/v1/.%09./admin',
    'https://api.example.com/v1/..%00/admin',
    'https://api.example.com/v1/..%20/admin',
    'https://api.example.com/v1/%c0%ae%c0%ae/admin',
    'https://api.example.com/v1/..%c0%afadmin',
  ])('refuses a path with a dot segment, through which a value could select another path: %s', (url) => {
    expect(check(url)).toEqual({ allowed: false, cause: 'url', reason: 'a dot segment in the path' })
  })

  it.each([
    'https://api.example.com/a..b/...',
    'https://api.example.com/?next=../x',
    'https://api.example.com/.well-known/x',
  ])('allows other dots in paths and queries: %s', (url) => {
    const verdict = check(url)
    expect(verdict.allowed && verdict.url.href).toBe(url)
  })

  it('drops the fragment, which is never sent', () => {
    const verdict = check('https://api.example.com/a#b')
    expect(verdict.allowed && verdict.url.href).toBe('https://api.example.com/a')
  })

  it('accepts a method in any case and returns its standard name', () => {
    expect(check('https://api.example.com/', 'post')).toMatchObject({ allowed: true, method: 'POST' })
  })

  it.each([
    ['http://api.example.com/', 'plain http'],
    ['ftp://api.example.com/', 'another scheme'],
    ['wss://api.example.com/', 'a socket scheme'],
    ['https:', 'no host'],
    ['/relative', 'no scheme'],
    ['', 'nothing'],
    ['https://api.example.com:8443/', 'a port declared for another host'],
    ['https://alt.example.com/', 'the default port where another is declared'],
    ['https://api.example.com:0/', 'port 0'],
    ['https://api.example.com:443@evil.example/', 'the host as user-info'],
    ['https://evil.example@api.example.com/', 'user-info before the declared host'],
    ['https://@api.example.com/', 'empty user-info'],
    ['https://api.example.com/a\\b', 'a backslash, which the URL parser would turn'],
    ['https:\\\\api.example.com/', 'backslashes before the host'],
    [' https://@api.example.com/', 'a leading space, which the URL parser would drop'],
    ['https://api.example.com/ ', 'a trailing space'],
    ['https://user:pass@api.example.com/', 'a password'],
    ['https://api.example.com\\@evil.example/', 'a backslash that parsers read differently'],
    ['https://evil.example\\.api.example.com/', 'a backslash in the host'],
    ['https://api.example.com.evil.example/', 'the declared host as prefix'],
    ['https://evil-api.example.com/', 'the declared host as suffix'],
    ['https://sub.api.example.com/', 'a subdomain'],
    ['https://example.com/', 'the parent domain'],
    ['https://api.example.com:65536/', 'a port out of range'],
    ['https://api.example.com:65979/', 'a port that overflows to 443 in 16 bits'],
    ['https://api.example.com:-443/', 'a negative port'],
    ['https://api.example.com:+443/', 'a signed port'],
    ['https://api.example.com:443:443/', 'two ports'],
    ['https://api.example.com:44 3/', 'a space in the port'],
    ['https://api.example.com:４４３/', 'a port in non-ASCII digits'],
    ['https://api.example.com:0x1bb/', 'a port in hex'],
    ['https://api.example.com:443.evil.example/', 'a host after the port'],
    ['https://api.example.com%00.evil.example/', 'a NUL in the host'],
    ['https://api.example.com%2f@evil.example/', 'an escaped slash before user-info'],
    ['https://api.example.com../', 'two trailing dots'],
    ['https://api.example.com\t/', 'a tab, which the URL parser would drop'],
    ['https://api.exa\nmple.com/', 'a newline, which the URL parser would drop'],
    ['https://api.example.com/\r\nHost: evil', 'a header injected after the path'],
    ['https://xn--pi-7ka.example.com/', 'a homograph in punycode'],
    ['https://аpi.example.com/', 'a homograph'],
    ['https://127.0.0.1/', 'an address'],
    ['https://2130706433/', 'an address as a number'],
    ['https://0x7f.1/', 'an address in hex'],
    ['https://0177.0.0.1/', 'an address in octal'],
    ['https://[::1]/', 'an IPv6 address'],
    ['https://[::ffff:127.0.0.1]/', 'an IPv4-mapped address'],
    ['https://①⑦②.①⑥.⓪.⑨/', 'an address in circled digits'],
    ['https://10｡20｡30｡40/', 'an address with half-width ideographic full stops'],
    ['https://[::10.20.30.40]/', 'an IPv4-compatible IPv6 address'],
    ['https://[::①:②]/', 'an IPv6 address in circled digits'],
    ['jar:https://api.example.com!/', 'a scheme that wraps another'],
    ['file:///etc/hostname', 'a file'],
    ['file://api.example.com/etc/hostname', 'a file of the declared host'],
  ])('refuses %j: %s', (url) => {
    expect(check(url).allowed).toBe(false)
  })

  it.each(['PUT', 'DELETE', 'CONNECT', 'TRACE', 'OPTIONS', 'HEAD', '', 'GET '])(
    'refuses the undeclared method %j',
    (m) => {
      expect(check('https://api.example.com/', m).allowed).toBe(false)
    },
  )

  it('refuses addresses, wildcards and single labels even when the grant lists them', () => {
    for (const host of ['127.0.0.1', '[::1]', '*.example.com', 'localhost', 'localhost.']) {
      const loose = { network: { egress: [host], methods: ['GET' as const] } }
      expect(checkRequest(`https://${host}/`, 'GET', loose).allowed, host).toBe(false)
    }
  })

  it('refuses an IPv4 address in every notation, even when the grant lists it', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const notation = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0X${n.toString(16).toUpperCase().padStart(8, '0')}`,
      (n: number) => `0${n.toString(8)}`,
      (n: number) => `000${n.toString(8)}`,
    )
    const script = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (text: string) => text.replace(/[0-9]/g, (digit) => `%3${digit}`),
      (text: string) => text.replaceAll('.', '\u3002'),
      (text: string) => `${text}.`,
    )
    fc.assert(
      fc.property(
        fc.tuple(byte, byte, byte, byte),
        fc.integer({ min: 1, max: 4 }),
        fc.array(notation, { minLength: 4, maxLength: 4 }),
        script,
        ([a, b, c, d], parts, write, inScript) => {
          const whole = ((a * 256 + b) * 256 + c) * 256 + d
          const numbers = [a, b, c, d].slice(0, parts - 1).concat(whole % 256 ** (5 - parts))
          const host = inScript(numbers.map((number, index) => write[index]?.(number)).join('.'))
          const plain = [a, b, c, d].join('.')
          for (const egress of [[plain], [host], ['api.example.com']]) {
            expect(checkRequest(`https://${host}/`, 'GET', { network: { egress, methods: ['GET'] } }).allowed).toBe(
              false,
            )
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('refuses an IPv6 address in every notation, even when the grant lists it', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        for (const host of [`[${address}]`, `[${address.toUpperCase()}]`, `[${address}%25eth0]`]) {
          const network = { egress: [host, address], methods: ['GET' as const] }
          expect(checkRequest(`https://${host}/`, 'GET', { network }).allowed).toBe(false)
        }
      }),
    )
  })

  it('refuses everything when nothing is declared', () => {
    fc.assert(
      fc.property(hostName, (host) => {
        expect(checkRequest(`https://${host}/`, 'GET', { network: { egress: [], methods: ['GET'] } }).allowed).toBe(
          false,
        )
      }),
    )
  })

  it('never allows a URL in which the WHATWG parser or a lenient one reads an undeclared host', () => {
    const piece = fc.constantFrom(
      'api.example.com',
      'evil.example',
      '@',
      ':',
      '8443',
      '/',
      '\\',
      '#',
      '?',
      '.',
      '%2e',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 8 }), (pieces) => {
        const text = `https://${pieces.join('')}`
        const verdict = check(text)
        if (!verdict.allowed) return
        expect(['https://api.example.com', 'https://alt.example.com:8443']).toContain(verdict.url.origin)
        const naive = /^https:\/*([^/?#\\]*)/i.exec(text)?.[1] ?? ''
        expect(naive).not.toMatch(/evil|@/)
      }),
      { numRuns: 500 },
    )
  })

  it('allows every path and query of a declared host except dot segments', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, query) => {
        const url = `https://api.example.com/${encodeURIComponent(path)}?${encodeURIComponent(query)}`
        const isDots = decodeURIComponentOrSame(path)
          .split(/[/\\]/)
          .some((segment) => /^[.\p{Cc}\s]*$/u.test(segment.split(';')[0] ?? ''))
        if (!isDots) expect(check(url).allowed).toBe(true)
      }),
    )
  })
})

function decodeURIComponentOrSame(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const Case = z.object({
  url: z.string(),
  expect: z.string(),
  why: z.string(),
  parsed: z.object({ hostname: z.string() }).nullable(),
})

describe('request forgery reference list', needs.referenceData, () => {
  const nameOf = ({ parsed }: z.infer<typeof Case>) => parsed?.hostname.replace(/^\[|\]$|\.$/g, '') ?? ''
  const text = referenceData === undefined ? '[]' : readFileSync(`${referenceData}/security/ssrf-urls.json`, 'utf8')
  const cases = z.array(Case).parse(JSON.parse(text))

  it.each(cases.filter(({ expect: outcome }) => outcome.startsWith('reject')))('refuses $url', (entry) => {
    const declared = { network: { egress: [nameOf(entry)], methods: ['GET' as const] } }
    expect(checkRequest(entry.url, 'GET', declared).allowed).toBe(false)
    const secure = entry.url.replace(/^http:/, 'https:')
    expect(check(secure).allowed).toBe(false)
    // Not even a grant that names the address allows it.
    if (entry.why.startsWith('non-public address')) expect(checkRequest(secure, 'GET', declared).allowed).toBe(false)
  })

  it.each(cases.filter(({ expect: outcome }) => outcome === 'either'))('refuses the address $url', (entry) => {
    const network = { egress: [nameOf(entry)], methods: ['GET' as const] }
    expect(checkRequest(entry.url.replace(/^http:/, 'https:'), 'GET', { network }).allowed).toBe(false)
  })

  it('has only entries with an expected outcome that the tests know', () => {
    const known = ['reject', 'allow', 'either', 'reject-after-dns', 'dns-dependent']
    expect(cases.filter(({ expect: outcome }) => !known.includes(outcome))).toEqual([])
    expect(cases.length).toBeGreaterThan(0)
  })

  it.each(cases.filter(({ expect: outcome }) => outcome === 'allow'))('allows the address or name in $url', (entry) => {
    const name = nameOf(entry)
    if (/^[\d.]+$/.test(name)) expect(classifyAddress(name)).toEqual({ allowed: true })
    else expect(checkRequest(entry.url, 'GET', { network: { egress: [name], methods: ['GET'] } }).allowed).toBe(true)
  })

  it.each(cases.filter(({ why }) => why.startsWith('non-public address')))('refuses the address in $url', (entry) => {
    expect(classifyAddress(nameOf(entry)).allowed).toBe(false)
  })
})
