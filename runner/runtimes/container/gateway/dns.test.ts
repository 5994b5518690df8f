import * as dns from 'dns-packet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerDns } from './dns.ts'

const names = { isDeclared: (name: string) => name === 'api.example.com', address: '127.0.0.1' }
const ask = (query: Uint8Array) => {
  const { answer, found } = answerDns(query, names)
  return { answer: dns.decode(Buffer.from(answer)), found }
}
const query = (name: string, type: dns.RecordType = 'A', more: dns.Packet = {}) =>
  dns.encode({ type: 'query', id: 0x1234, flags: dns.RECURSION_DESIRED, questions: [{ name, type }], ...more })
/** The bytes of a query with a hand-made question. */
const rawQuery = (...question: number[]) => Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...question])
const label = (text: string) => [text.length, ...Buffer.from(text, 'latin1')]
const typeAandIn = [0, 1, 0, 1]

describe('a declared name', () => {
  it('has one IPv4 address', () => {
    const { answer, found } = ask(query('api.example.com'))
    expect(found).toEqual({ kind: 'answered' })
    expect(answer).toMatchObject({ id: 0x1234, type: 'response', rcode: 'NOERROR', flag_rd: true, flag_ra: true })
    expect(answer.questions).toEqual([{ name: 'api.example.com', type: 'A', class: 'IN' }])
    expect(answer.answers).toMatchObject([{ name: 'api.example.com', type: 'A', ttl: 60, data: '127.0.0.1' }])
  })

  it.each(['AAAA', 'TXT', 'MX', 'NS', 'SOA', 'CNAME', 'SRV', 'NULL', 'ANY', 'UNKNOWN_65'])(
    'has no record of type %s',
    (type) => {
      const { answer, found } = ask(query('api.example.com', type as dns.RecordType))
      expect(found).toEqual({ kind: 'answered' })
      expect(answer).toMatchObject({ rcode: 'NOERROR', answers: [] })
      expect(answer.questions).toHaveLength(1)
    },
  )

  it('matches in upper and lower case, and the response repeats the question as it was sent', () => {
    const { answer } = ask(query('aPi.ExAmPlE.cOm'))
    expect(answer.questions).toMatchObject([{ name: 'aPi.ExAmPlE.cOm' }])
    expect(answer.answers).toMatchObject([{ data: '127.0.0.1' }])
  })

  it('is found in a query with EDNS options', () => {
    const option: dns.OptAnswer = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    }
    expect(ask(query('api.example.com', 'A', { additionals: [option] })).answer.answers).toHaveLength(1)
  })

  it('exists only in the class IN', () => {
    const { answer } = ask(rawQuery(...label('api'), ...label('example'), ...label('com'), 0, 0, 1, 0, 3))
    expect(answer).toMatchObject({ rcode: 'REFUSED', answers: [] })
  })
})

describe('an undeclared name', () => {
  const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(49)}.example.com`
  it.each<[string, string, dns.RecordType]>([
    ['another name', 'evil.example', 'A'],
    ['a parent domain', 'example.com', 'A'],
    ['a subdomain', 'secret-data.api.example.com', 'A'],
    ['a name with the same ending', 'notapi.example.com', 'A'],
    ['a declared name with a search domain', 'api.example.com.local', 'AAAA'],
    ['a label of the maximum length, as tunnels use', `${'ab'.repeat(31)}c.t.evil.example`, 'TXT'],
    ['a name of the maximum length', long, 'NULL'],
    ['the reserved name', 'runner.travel.internal', 'A'],
    ['the root', '.', 'NS'],
    ['a service', '_http._tcp.evil.example', 'SRV'],
    ['a metadata server', 'metadata.google.internal', 'A'],
    ['a reverse lookup', '254.169.254.169.in-addr.arpa', 'PTR'],
    ['a name without dots', 'metadata', 'A'],
  ])('does not exist, and is reported: %s', (_, name, type) => {
    const { answer, found } = ask(query(name, type))
    expect(answer).toMatchObject({ rcode: 'NXDOMAIN', answers: [] })
    expect(found).toEqual({ kind: 'undeclared', name, type })
  })

  it.each([
    ['a declared name with a dot inside a label', [...label('api.example'), ...label('com'), 0]],
    ['a declared name that ends in a compression pointer', [...label('api'), 0xc0, 0x0c]],
    ['bytes that are not text', [...label('\xff\xfe\x80'), ...label('example'), 0]],
    ['an escaped dot', [...label('api\\.example'), ...label('com'), 0]],
    ['a line break', [...label('api\n'), ...label('example'), ...label('com'), 0]],
  ])('gets an error code and no address if it is ambiguous: %s', (_, bytes) => {
    const { answer, found } = ask(rawQuery(...bytes, ...typeAandIn))
    expect(answer).toMatchObject({ rcode: 'FORMERR', answers: [] })
    expect(found.kind).not.toBe('answered')
  })

  it.each(['localhost', 'ip6.localhost', '1.0.0.127.in-addr.arpa', `1.${'0.'.repeat(31)}ip6.arpa`])(
    'that belongs to the local machine does not exist, and is not reported: %s',
    (name) => {
      const { answer, found } = ask(query(name, 'PTR'))
      expect(answer).toMatchObject({ rcode: 'NXDOMAIN', answers: [] })
      expect(found).toEqual({ kind: 'answered' })
    },
  )
})

describe('an invalid query', () => {
  const declared = [...label('api'), ...label('example'), ...label('com'), 0, ...typeAandIn]
  const withCounts = (...counts: number[]) => {
    const message = rawQuery(...declared)
    for (const [at, count] of counts.entries()) message.writeUInt16BE(count, 4 + 2 * at)
    return message
  }
  const withFlags = (flags: number) => {
    const message = rawQuery(...declared)
    message.writeUInt16BE(flags, 2)
    return message
  }

  it.each([
    ['an empty message', Buffer.alloc(0), 'FORMERR'],
    ['half a header', Buffer.from([0x12, 0x34, 1, 0]), 'FORMERR'],
    ['only a header', rawQuery(), 'FORMERR'],
    ['half a question', rawQuery(...label('api')), 'FORMERR'],
    ['a label past the end', rawQuery(63, 0x61), 'FORMERR'],
    ['a label of a forbidden kind', rawQuery(0x41, 0x61, 0, ...typeAandIn), 'FORMERR'],
    ['a pointer to itself', rawQuery(0xc0, 0x0c, ...typeAandIn), 'FORMERR'],
    ['a pointer forward', rawQuery(0xc0, 0xff, ...typeAandIn), 'FORMERR'],
    ['two pointers at each other', rawQuery(0xc0, 0x0e, 0xc0, 0x0c, ...typeAandIn), 'FORMERR'],
    [
      'a name of 256 bytes',
      rawQuery(
        ...Array(4)
          .fill(label('a'.repeat(63)))
          .flat(),
        0,
        ...typeAandIn,
      ),
      'FORMERR',
    ],
    ['no question', withCounts(0), 'FORMERR'],
    ['two questions', withCounts(2), 'FORMERR'],
    ['65,535 questions', withCounts(65_535), 'FORMERR'],
    ['an answer inside', withCounts(1, 1), 'FORMERR'],
    ['65,535 of everything', withCounts(1, 0, 0, 65_535), 'FORMERR'],
    ['an answer', withFlags(0x8180), 'FORMERR'],
    ['an update', withFlags(0x2800), 'NOTIMP'],
    ['1,233 bytes', Buffer.concat([rawQuery(...declared), Buffer.alloc(1233)]), 'FORMERR'],
  ])('gets an error code, and does not end the execution: %s', (_, message, rcode) => {
    const { answer, found } = ask(message)
    expect(answer).toMatchObject({ type: 'response', rcode, questions: [], answers: [] })
    expect(found.kind).toBe('unreadable')
    if (message.length > 1) expect(answer.id).toBe(0x1234)
  })
})

describe('any bytes', () => {
  it('get a valid response without an address', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const { answer } = ask(bytes)
        expect(answer.type).toBe('response')
        expect(answer.answers ?? []).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('in place of a question get an address only if they form the declared name', () => {
    const declaredName = [...label('api'), ...label('example'), ...label('com'), 0]
    const question = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.array(fc.constantFrom(...[0, 3, 7, 0xc0, 0x0c, 0x0d, 0x61, 0x2e, 0x41, 1]), { maxLength: 60 }),
      fc
        .tuple(
          fc.constantFrom([], label('evil'), label('api')),
          fc.constantFrom(declaredName, label('example'), [0]),
          fc.constantFrom(typeAandIn, [0, 28, 0, 1], []),
        )
        .map((parts) => parts.flat()),
    )
    let answered = 0
    fc.assert(
      fc.property(question, (bytes) => {
        const { answer, found } = ask(rawQuery(...bytes))
        if ((answer.answers ?? []).length === 0) return
        answered += 1
        expect(found).toEqual({ kind: 'answered' })
        expect([...bytes].slice(0, declaredName.length)).toEqual(declaredName)
      }),
      { numRuns: 500 },
    )
    expect(answered).toBeGreaterThan(0)
  })

  it('that form another name get NXDOMAIN for that name', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_-]{1,63}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), (words) => {
        const name = words.join('.')
        const { answer, found } = ask(query(name))
        const isOwn = /(^|\.)localhost$/i.test(name)
        expect(answer).toMatchObject({ rcode: 'NXDOMAIN', questions: [{ name }] })
        expect(found).toEqual(isOwn ? { kind: 'answered' } : { kind: 'undeclared', name, type: 'A' })
      }),
    )
  })
})
