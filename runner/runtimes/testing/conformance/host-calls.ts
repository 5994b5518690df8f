import { describe, expect } from 'vitest'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { RecordedCall } from './harness.ts'
import type { Suite, Texts } from './suite.ts'

/**
 * How calls reach the host and answers come back: values, bytes, rejections and ends, in parallel and in order. Every
 * transport between a skill and its host must pass these tests.
 */
export function hostCalls(suite: Suite): void {
  describe('fetch', () => {
    requests(suite)
    if (!suite.traits.hasOwnProcess) failures(suite)
  })
  describe('other host calls', () => otherCalls(suite))
}

/** The body of a request, as the host got it. Any other value for a request without a body. */
function bodyOf(asked: unknown): Buffer {
  const { text, base64 } = Object(Object(asked).body)
  return text === undefined ? Buffer.from(String(base64), 'base64') : Buffer.from(String(text))
}
const headerOf = (asked: unknown, wanted: string): unknown =>
  Object(asked).headers.find(([name]: readonly string[]) => name?.toLowerCase() === wanted)?.[1]

function requests({ answerOf, language, say }: Suite): void {
  const sends: Texts = {
    javascript: `async () => {
      const response = await fetch('https://api.example.com/a', {
        method: 'post', headers: { Accept: 'x' }, body: 'ü', timeoutMs: 1500,
      })
      const { status, ok, url, headers } = response
      const one = [headers.get('x-ONE'), headers.has('content-type'), headers.get('none'), headers.has('none')]
      const { asked } = await response.json()
      return { status, ok, url, one, asked, names: [...headers].map(([name]) => name) }
    }`,
    python: `import httpx
response = httpx.post('https://api.example.com/a', headers={'Accept': 'x'}, content='ü'.encode(), timeout=1.5)
headers = response.headers
one = [headers['x-ONE'], 'content-type' in headers, headers.get('none'), 'none' in headers]
set_result({
    'status': response.status_code, 'ok': response.is_success, 'url': str(response.url), 'one': one,
    'asked': response.json()['asked'],
})`,
  }
  say('sends method, headers, body and timeout, and returns status, headers and body', sends, async (text) => {
    const calls: RecordedCall[] = []
    const value = Object(await answerOf(text, { calls }))
    const url = 'https://api.example.com/a'
    expect(value).toMatchObject({ status: 200, ok: true, url, one: ['a, b', true, null, false] })
    expect(value.asked).toMatchObject({ url, method: 'POST' })
    expect([headerOf(value.asked, 'accept'), bodyOf(value.asked).toString()]).toEqual(['x', 'ü'])
    expect(calls.map(({ op, args }) => ({ op, args }))).toEqual([{ op: 'fetch', args: value.asked }])
    expect(calls[0]?.fuelLeft).toBeGreaterThan(0)
    if (language !== 'javascript') return
    expect(value.names).toEqual(['content-type', 'x-one', 'X-One'])
    const asked = { url, method: 'POST', headers: [['Accept', 'x']], body: { text: 'ü' }, timeoutMs: 1500 }
    expect(value.asked).toEqual(asked)
  })

  const redirects: Texts = {
    javascript: `async () => {
      const sent = []
      for (const redirect of [undefined, 'follow', 'manual', 'error']) {
        const { asked } = await (await fetch('https://api.example.com/', { redirect })).json()
        sent.push(asked.redirect ?? 'absent')
      }
      return sent
    }`,
  }
  say('passes on how a redirect is answered, unless it is followed', redirects, async (text) => {
    expect(await answerOf(text)).toEqual(['absent', 'absent', 'manual', 'error'])
  })

  const bodies: Texts = {
    javascript: `async () => {
      const bodies = [new Uint8Array([0, 255, 1]).subarray(1), new URLSearchParams({ q: 'a b&c', z: 'ü~' })]
      const answers = await Promise.all(bodies.map((body) => fetch('https://api.example.com/', { method: 'POST', body })))
      return Promise.all(answers.map(async (answer) => (await answer.json()).asked))
    }`,
    python: `import httpx
bodies = [{'content': bytes([255, 1])}, {'data': {'q': 'a b&c', 'z': 'ü~'}}]
set_result([httpx.post('https://api.example.com/', **body).json()['asked'] for body in bodies])`,
  }
  say('sends bytes as base64 and URLSearchParams as a form', bodies, async (text) => {
    const value = await answerOf(text)
    if (!Array.isArray(value)) throw new Error('The skill did not return a list')
    const [bytes, form] = value
    expect([...bodyOf(bytes)]).toEqual([255, 1])
    expect(Object.fromEntries(new URLSearchParams(bodyOf(form).toString()))).toEqual({ q: 'a b&c', z: 'ü~' })
    expect(headerOf(form, 'content-type')).toMatch(/^application\/x-www-form-urlencoded(;|$)/)
    if (language !== 'javascript') return
    expect(value.map((asked) => ({ body: Object(asked).body, headers: Object(asked).headers }))).toEqual([
      { body: { base64: '/wE=' }, headers: [] },
      {
        body: { text: 'q=a+b%26c&z=%C3%BC%7E' },
        headers: [['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']],
      },
    ])
  })

  const reads: Texts = {
    javascript: `async () => {
      const text = await (await fetch('https://api.example.com/text')).text()
      const response = await fetch('https://api.example.com/text')
      return [text, [...new Uint8Array(await response.arrayBuffer())]]
    }`,
    python: `import httpx
response = httpx.get('https://api.example.com/text')
set_result([response.text, list(response.content)])`,
  }
  say('returns a body as text or as bytes', reads, async (text) => {
    expect(await answerOf(text)).toEqual(['plain ✓', [...Buffer.from('plain ✓')]])
  })

  const again: Texts = {
    javascript: `async () => {
      const response = await fetch('https://api.example.com/text')
      await response.arrayBuffer()
      return response.text().catch((error) => error.name)
    }`,
  }
  say('returns a body only once', again, async (text) => {
    expect(await answerOf(text)).toBe('TypeError')
  })

  const parallel: Texts = {
    javascript: `async () => {
      const numbers = [0, 1, 2, 3, 4]
      return Promise.all(numbers.map(async (n) => (await (await fetch('https://api.example.com/' + n)).text()) + '=' + n))
    }`,
  }
  say('runs in parallel and gives each call its own answer', parallel, async (text) => {
    const release: Array<() => void> = []
    const value = await answerOf(text, {
      answer: async (_op, args) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        release.push(resolve)
        // The last call resolves first and then releases the call before it.
        if (release.length === 5) resolve()
        await promise
        release.pop()
        release.at(-1)?.()
        return {
          kind: 'value',
          value: { status: 200, url: '', headers: [] },
          body: Buffer.from(JSON.stringify(args).match(/com\/(\d)/)?.[1] ?? ''),
        }
      },
    })
    expect(value).toEqual(['0=0', '1=1', '2=2', '3=3', '4=4'])
  })
}

function failures({ answerOf, language, say }: Suite): void {
  const fails: Texts = {
    javascript: `async () => {
      const { status, ok } = await fetch('https://api.example.com/missing')
      const error = await fetch('https://api.example.com/down').catch((error) => error)
      return { status, ok, name: error.name, message: error.message, isError: error instanceof Error }
    }`,
    python: `import httpx
missing = httpx.get('https://api.example.com/missing')
try: httpx.get('https://api.example.com/down')
except Exception as error:
    set_result({
        'status': missing.status_code, 'ok': missing.is_success,
        'name': type(error).__name__, 'message': str(error), 'isError': isinstance(error, httpx.TransportError),
    })`,
  }
  say(
    'resolves on an error status, and rejects on a network failure with the name of the error',
    fails,
    async (text) => {
      expect(await answerOf(text)).toEqual({
        status: 404,
        ok: false,
        name: { javascript: 'NetworkError', python: 'ConnectError' }[language],
        message: language === 'javascript' ? 'no connection' : expect.stringContaining('no connection'),
        isError: true,
      })
    },
  )

  const waits: Texts = {
    javascript: `async ({ params }) => { const { name } = params; await fetch('https://api.example.com/'); return [name, params.name] }`,
    python: `import httpx\nname = 'NAME'\nhttpx.get('https://api.example.com/')\nset_result([name, 'NAME'])`,
  }
  say('two concurrent executions that wait for responses keep their own params', waits, async (text) => {
    const gate = Promise.withResolvers<void>()
    const both = ['one', 'two'].map((name) =>
      answerOf(text.replaceAll('NAME', name), {
        params: { name },
        answer: async () => {
          if (name === 'two') gate.resolve()
          await gate.promise
          return { kind: 'value', value: { status: 200, url: '', headers: [] } }
        },
      }),
    )
    expect(await Promise.all(both)).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ])
  })
}

function otherCalls({ answerOf, language, run, say, traits }: Suite): void {
  say(
    'secrets.get returns the placeholder, and the host receives the call',
    {
      javascript: `() => secrets.get('API_KEY')`,
    },
    async (text) => {
      const calls: RecordedCall[] = []
      expect(await answerOf(text, { calls })).toBe('placeholder-1')
      expect(calls).toMatchObject([{ op: 'secrets.get', args: { name: 'API_KEY' } }])
    },
  )

  const sends: Texts = {
    javascript: `async () => { try { await messages.send({ text: 'x' }) } catch {} return 'went on' }`,
  }
  say('a message without permission ends the execution', sends, async (text) => {
    const answer = (): HostAnswer => ({ kind: 'end', code: 'CAPABILITY_DENIED', reason: 'not declared' })
    expect(await run(text, { answer })).toMatchObject({ kind: 'failed', code: 'CAPABILITY_DENIED' })
  })

  const prints: Texts = {
    javascript: `async () => {
      console.log('one', 1, { a: [1] }, null, undefined)
      await time.offset([])
      console.info('two'); console.warn('three'); console.error(new Error('four'))
      return 1
    }`,
    python: `import sys
print('one', 1, {'a': [1]}, None)
settings.keys()
print('two')
print('four', file=sys.stderr)
set_result(1)`,
  }
  const printed = {
    javascript: [
      { level: 'info', text: 'one 1 {"a":[1]} null undefined' },
      { level: 'info', text: 'two' },
      { level: 'warn', text: 'three' },
      { level: 'error', text: expect.stringContaining('Error: four') },
    ],
    python: [
      { level: 'info', text: `one 1 {'a': [1]} None` },
      { level: 'info', text: 'two' },
      { level: 'error', text: 'four' },
    ],
  }
  say('console lines arrive in order with their level, before the answer', prints, async (text) => {
    const calls: RecordedCall[] = []
    await answerOf(text, { calls })
    const lines = calls.filter(({ op }) => op === 'console.log').map(({ args }) => args)
    expect(lines).toMatchObject(printed[language])
  })

  if (traits.hasOwnProcess) return

  const withheld: Texts = {
    javascript: `() => { try { return secrets.get('WITHHELD') } catch (error) { return error.name } }`,
  }
  say('a skill can catch the error for a withheld secret and continue without the secret', withheld, async (text) => {
    expect(await answerOf(text)).toBe('CapabilityRevoked')
  })

  const offsets: Texts = { javascript: '({ params }) => time.offset(params.pairs)' }
  say('time.offset sends a whole list in one call', offsets, async (text) => {
    const calls: RecordedCall[] = []
    const pairs: Json = [
      ['NRT', '2026-03-16T13:45:00'],
      ['SEA', '2026-03-15T11:30:00'],
    ]
    expect(await answerOf(text, { calls, params: { pairs } })).toEqual(['+09:00', '-08:00'])
    expect(calls).toMatchObject([{ op: 'time.offset', args: { pairs } }])
  })
}
