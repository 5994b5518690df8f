import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWithheld } from '../contract/bound-credentials.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import { derivePlaceholder } from './credentials.ts'
import { createSecretIndex } from './secret-index.ts'
import { createSessionCredentials } from './session-credentials.ts'
import { boundOf, grantOf } from './testing/engine-fixture.ts'

const hosts = ['api.example.com', 'undeclared.example']
const newPlaceholder = (secret: string) => derivePlaceholder(randomBytes(32), 'exec_1', secret)

function credentialsOf(value = 'from-the-broker', alsoHidden: readonly string[] = []) {
  return createSessionCredentials(
    {
      grant: grantOf(['api.example.com:443'], { secrets: ['API_KEY'] }),
      credentials: boundOf({ API_KEY: { value, hosts } }),
      uses: {},
      alsoHidden,
    },
    { placeholderOf: newPlaceholder, index: createSecretIndex() },
  )
}

describe('a session’s secret', () => {
  it('may be sent to a host that both the operator and the grant name', () => {
    expect(credentialsOf().valueFor('API_KEY', 'api.example.com', 'header')).toEqual({
      kind: 'value',
      value: 'from-the-broker',
    })
  })

  it('is never sent to a host that the grant does not name', () => {
    const credentials = credentialsOf()
    expect(credentials.valueFor('API_KEY', 'undeclared.example', 'header')).toMatchObject({ kind: 'blocked' })
    expect(credentials.idFor('undeclared.example')).toBeUndefined()
  })

  it.each([
    ['a granted value', 'from-the-broker'],
    ['a value that the caller gave without a grant', 'given-all-the-same'],
  ])('is hidden outside the runner: %s', (_, value) => {
    const { text } = credentialsOf(undefined, ['given-all-the-same']).redactor({ short: true })
    expect(text(`a ${value} b`)).toBe(`a [REDACTED...${value.slice(-4)}] b`)
  })

  it('that the session obtains later is hidden from then on', () => {
    const credentials = credentialsOf()
    expect(credentials.redactor({ short: true }).text('a token-of-today b')).toBe('a token-of-today b')
    credentials.hide('token-of-today')
    expect(credentials.redactor({ short: true }).text('a token-of-today b')).toBe('a [REDACTED...oday] b')
  })

  it('under eight characters is hidden, except for sample upstreams', () => {
    const credentials = credentialsOf('sample')
    expect(credentials.redactor({ short: false }).text('sample data')).toBe('sample data')
    expect(credentials.redactor({ short: true }).text('sample data')).toBe('[REDACTED] data')
  })

  it('has an id that distinguishes it without revealing it', () => {
    const index = createSecretIndex()
    const id = index.idOf(['one', 'two'])
    expect(index.idOf(['one', 'two'])).toBe(id)
    expect(index.idOf(['onetwo'])).not.toBe(id)
    expect(id).not.toMatch(/one|two/)
  })

  it('of exactly eight characters is hidden everywhere, and an empty text never', () => {
    const credentials = credentialsOf('12345678', ['', 'short'])
    expect(credentials.redactor({ short: false }).text('x 12345678 short')).toBe('x [REDACTED] short')
    expect(credentials.redactor({ short: true }).text('x short')).toBe('x [REDACTED]')
    expect(credentials.scrubber({ short: false }).text('x 12345678')).not.toContain('12345678')
    const sample = credentialsOf('sample')
    expect(sample.scrubber({ short: false }).text('sample data')).toBe('sample data')
    expect(sample.scrubber({ short: true }).text('sample data')).not.toContain('sample')
  })

  it.each(['two\nlines', 'half \ud83d', '\udead'])('%j has no value, because no request can carry it', (value) => {
    expect(credentialsOf(value).valueFor('API_KEY', 'api.example.com', 'header')).toEqual({ kind: 'unconfigured' })
  })

  it('is prepared once for all texts, until there is another to hide', () => {
    const credentials = credentialsOf()
    credentials.hideMade(['a-signature'])
    const prepared = () => [credentials.scrubber({ short: true }), credentials.redactor({ short: true })] as const
    const [scrubber, redactor] = prepared()
    expect(prepared()[0]).toBe(scrubber)
    expect(prepared()[1]).toBe(redactor)
    credentials.hide('token-of-today')
    expect(prepared()[0]).not.toBe(scrubber)
    expect(prepared()[1]).not.toBe(redactor)
  })

  it('is not added to a request without a grant or a host, whatever is stored about it', () => {
    const stored = { version: '1', hosts, value: () => 'from-the-broker', addedAs: { kind: 'bearer' } } as const
    const credentials = (secrets: string[], host = 'api.example.com') =>
      createSessionCredentials(
        {
          grant: grantOf([host], { secrets }),
          credentials: new Map([['API_KEY', stored]]),
          uses: {},
          alsoHidden: [],
        },
        { placeholderOf: (secret) => secret, index: createSecretIndex() },
      )
    const added = (secrets: string[]) => credentials(secrets).addedTo('api.example.com')
    const field = { in: 'header', name: 'authorization', value: 'Bearer from-the-broker' }
    expect(added(['API_KEY'])).toEqual({ kind: 'added', fields: [field] })
    expect(added([])).toEqual({ kind: 'added', fields: [] })
    // The refusal names the host, because the gateway does not use the credential either.
    const unused = credentials(['API_KEY'], 'other.example')
    expect(unused.valueFor('API_KEY', 'other.example', 'header')).toMatchObject({ cause: 'secret_host' })
    expect(unused.addedTo('other.example')).toEqual({ kind: 'added', fields: [] })
  })

  it('that is a setting is shown to the skill and is no secret', () => {
    const [[name, bound] = []] = boundOf({ API_KEY: { value: 'a-setting', hosts } })
    if (name === undefined || bound === undefined) throw new Error('not bound')
    const grant = grantOf(['api.example.com'], { secrets: ['API_KEY', 'OTHER'] })
    const ports = { placeholderOf: (secret: string) => `<${secret}>`, index: createSecretIndex() }
    const open = (isSetting: boolean) =>
      createSessionCredentials(
        { grant, credentials: new Map([[name, { ...bound, isSetting }]]), uses: {}, alsoHidden: [] },
        ports,
      )
    const setting = open(true)
    expect(setting.visible).toEqual({ API_KEY: 'a-setting', OTHER: '<OTHER>' })
    expect(setting.redactor({ short: true }).text('a-setting')).toBe('a-setting')
    expect(setting.idFor('api.example.com')).toBeUndefined()
    expect(open(false).visible).toEqual({ API_KEY: '<API_KEY>', OTHER: '<OTHER>' })
  })

  it('signs only if it is granted, has a value and is not sent by the gateway alone', () => {
    const keyFor = (uses: Parameters<typeof createSessionCredentials>[0]['uses'], name: string) =>
      createSessionCredentials(
        {
          grant: grantOf(['api.example.com'], { secrets: ['API_KEY', 'EMPTY'] }),
          credentials: boundOf({ API_KEY: { value: 'from-the-broker', hosts } }),
          uses,
          alsoHidden: [],
        },
        { placeholderOf: newPlaceholder, index: createSecretIndex() },
      ).keyFor(name, 'hmac')
    expect(keyFor({}, 'API_KEY')).toMatchObject({ kind: 'value', value: 'from-the-broker' })
    expect(keyFor({}, 'EMPTY')).toEqual({ kind: 'unconfigured' })
    expect(keyFor({}, 'UNDECLARED')).toEqual({ kind: 'unknown' })
    const managed = { api: { kind: 'bearer', host: 'api.example.com', secret: 'API_KEY' } } as const
    expect(keyFor(managed, 'API_KEY')).toEqual({ kind: 'managed' })
  })

  it('signs only in the ways that are approved for it', () => {
    const credentials = createSessionCredentials(
      {
        grant: grantOf(['api.example.com'], { secrets: ['API_KEY'] }),
        credentials: boundOf({ API_KEY: { value: 'from-the-broker', hosts, places: ['jwt'] } }),
        uses: {},
        alsoHidden: [],
      },
      { placeholderOf: newPlaceholder, index: createSecretIndex() },
    )
    expect(credentials.keyFor('API_KEY', 'hmac')).toEqual({ kind: 'unapproved' })
    expect(credentials.keyFor('API_KEY', 'jwt')).toEqual({ kind: 'value', value: 'from-the-broker' })
  })
})

describe('a value that the caller chose', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
  const textOf = (minLength: number, maxLength: number) =>
    fc.array(letters, { minLength, maxLength }).map((signs) => signs.join(''))
  /** No sign twice: parts of a secret are hidden in reverse too, and `aaaalaaaa` is its own reverse. */
  const secrets = fc.uniqueArray(letters, { minLength: 16, maxLength: 24 }).map((signs) => signs.join(''))
  const open = (secret: string, own: string) => {
    const [name, bound] = [...boundOf({ OWN: { value: own, hosts } })][0] ?? []
    if (name === undefined || bound === undefined || isWithheld(bound)) throw new Error('not bound')
    return createSessionCredentials(
      {
        grant: grantOf(['api.example.com'], { secrets: ['API_KEY', 'OWN'] }),
        credentials: new Map([
          ...boundOf({ API_KEY: { value: secret, hosts } }),
          [name, { ...bound, isCallers: true }],
        ]),
        uses: {},
        alsoHidden: [],
      },
      { placeholderOf: (each) => `<${each}>`, index: createSecretIndex() },
    )
  }
  const request = { url: 'https://api.example.com/', headers: [], body: undefined }

  /** Everything that shows an answer with this text to a skill or a caller. */
  async function shownBy(secret: string, own: string, echo: string) {
    const credentials = open(secret, own)
    await credentials.noteSent(request)
    const scrubber = credentials.scrubber({ short: true })
    credentials.hideMade(['a-signature'])
    const { json, known, text, stream, lines, openLines } = credentials.redactor({ short: true })
    const pieces = stream()
    const arrays = [await runInSlices(lines([echo])), await runInSlices(openLines([echo]))]
    return {
      text: scrubber.text(echo),
      bytes: Buffer.from(await scrubber.bytes(Buffer.from(echo))).toString(),
      output: [json(echo), known.json(echo), text(echo), pieces.push(echo) + pieces.end(), ...arrays],
    }
  }

  it('tells nothing about the secret that a provider echoes beside it: each guess is masked like a wrong one', async () => {
    const guess = fc.record({ before: textOf(1, 7), length: fc.integer({ min: 1, max: 7 }), isEnd: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(secrets, guess, async (secret, { before, length, isEnd }) => {
        const echo = isEnd ? `=${secret}${before}=` : `=${before}${secret}=`
        const right = isEnd ? secret.slice(-length) + before : before + secret.slice(0, length)
        const wrong = isEnd ? '-'.repeat(length) + before : before + '-'.repeat(length)
        fc.pre(right.length > 3 && !right.includes(secret.slice(0, 8)) && !right.includes(secret.slice(-8)))
        fc.pre(!secret.includes(right))
        const shown = await shownBy(secret, right, echo)
        expect(shown).toEqual(await shownBy(secret, wrong, echo))
        expect(shown.text).toBe(echo.replace(secret, '<API_KEY>'))
      }),
      { numRuns: 150 },
    )
  })

  it('that continues a known beginning of the secret is shown like any other when it returns alone', async () => {
    const secret = '0123456789abcdef'
    for (const own of ['012345678', '01234567', '012345678x', 'x01234567', '3456789abcd']) {
      const { text, bytes } = await shownBy(secret, own, `is ${own}.`)
      expect([own, text, bytes]).toEqual([own, 'is <OWN>.', 'is <OWN>.'])
    }
    const other = await shownBy(secret, '012345678', `is ${secret}, ${secret.slice(3)}.`)
    expect(other.text).toBe('is <API_KEY>, [REDACTED].')
  })

  it('is hidden in all that leaves the runner, and in parts of eight characters from the skill', async () => {
    const { text, output } = await shownBy('0123456789abcdef', 'the-callers-own', 'is the-callers-own, the-calle.')
    expect(text).toBe('is <OWN>, [REDACTED].')
    expect(output).toEqual([
      ...Array.from({ length: 4 }, () => 'is [REDACTED...-own], the-calle.'),
      ['is [REDACTED...-own], the-calle.'],
      ['is [REDACTED...-own], [REDACTED]'],
    ])
  })
})
