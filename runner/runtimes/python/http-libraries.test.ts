import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { platformVersions } from './interpreter-files.ts'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { pythonInThread, testInterpreter } from './testing/in-thread.ts'

const Fetch = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  redirect: z.literal('manual'),
  body: z.object({ base64: z.string() }).optional(),
  timeoutMs: z.number().optional(),
})
type Fetch = z.infer<typeof Fetch>
type Answer =
  | { status?: number; headers?: [string, string][]; body?: string }
  | { rejected: [name: string, text: string] }
type Service = (asked: Fetch, at: number) => Answer

const Ended = z.object({ json: z.string().transform((text) => JSON.parse(text).results[0].result as unknown) })
const url = 'https://one.example/path?a=1'
const bodyOf = ({ body }: Fetch) => Buffer.from(body?.base64 ?? '', 'base64').toString('latin1')
const headersOf = ({ headers }: Fetch) => new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
const ok: Service = () => ({ body: 'text' })

const prelude = `
import asyncio, json, httpx, requests, urllib.error, urllib.request, urllib3
from requests.adapters import HTTPAdapter
url = '${url}'
async def with_client(url, **options):
    async with httpx.AsyncClient() as client:
        return await client.get(url, **options)
gets = {
    'httpx': lambda url: httpx.get(url).text,
    'AsyncClient': lambda url: asyncio.run(with_client(url)).text,
    'requests': lambda url: requests.get(url).text,
    'urllib3': lambda url: urllib3.request('GET', url, retries=False).data.decode(),
    'urllib.request': lambda url: urllib.request.urlopen(url).read().decode(),
}
def raised(action):
    try:
        return action()
    except Exception as error:
        return [type(error).__name__, str(error)]
def session(retry):
    made = requests.Session()
    made.mount('https://', HTTPAdapter(max_retries=retry))
    return made
`
const libraries = ['httpx', 'AsyncClient', 'requests', 'urllib3', 'urllib.request']

describe('Python', () => {
  let interpreter: LoadedInterpreter
  beforeAll(async () => {
    interpreter = await testInterpreter()
  })

  /** The result of a script whose requests the service answers, what it asked for, and how many requests were open at once. */
  async function run(script: string, service: Service = ok, seed = '07'.repeat(16)) {
    const thread = pythonInThread(interpreter)
    const { execution, report } = thread.start(prelude + script, { fuel: 1e10, seed })
    const asked: Fetch[] = []
    const open: number[] = []
    let most = 0
    let calls = 0
    let last = await report
    while (last.type === 'waiting') {
      for (const { op, args } of last.calls) {
        calls += 1
        if (op !== 'fetch') continue
        asked.push(Fetch.parse(JSON.parse(args)))
        open.push(calls)
      }
      most = Math.max(most, open.length)
      const at = asked.length - open.length
      const request = asked[at]
      const call = open.shift()
      if (!request || call === undefined) throw new Error('The script waits for no request')
      const answer = service(request, at)
      const given =
        'rejected' in answer
          ? { fulfilled: false, json: JSON.stringify(answer.rejected), body: undefined }
          : {
              json: JSON.stringify({ status: answer.status ?? 200, url: request.url, headers: answer.headers ?? [] }),
              body: Buffer.from(answer.body ?? ''),
            }
      last = await thread.answer(execution, call, given)
    }
    const ended = Ended.safeParse(last.end)
    return { result: ended.success ? ended.data.json : last.end, asked, most, fuelLeft: last.fuelLeft }
  }

  test('has the versions of the HTTP libraries that the platform states', async () => {
    const names = JSON.stringify(Object.keys(platformVersions))
    const script = `import importlib.metadata\nset_result({name: importlib.metadata.version(name) for name in ${names}})`
    expect((await run(script)).result).toEqual(platformVersions)
  })

  test.each(libraries)('%s sends one host call, without credentials and fragment of the URL', async (library) => {
    const place = library === 'urllib.request' ? 'one.example' : 'user:secret@one.example'
    const { result, asked } = await run(`set_result(gets['${library}']('https://${place}/path?a=1#part'))`)
    expect(result).toBe('text')
    expect(asked).toMatchObject([{ method: 'GET', url }])
    const names = [...headersOf(asked[0] ?? Fetch.parse({})).keys()]
    expect(names.filter((name) => !['accept', 'authorization', 'user-agent'].includes(name))).toEqual([])
  })

  const failures = {
    NetworkError: ['ConnectError', 'ConnectError', 'ConnectionError', 'ProtocolError', 'URLError'],
    ResponseTooLargeError: ['ReadError', 'ReadError', 'ConnectionError', 'ProtocolError', 'URLError'],
    TimeoutError: ['ReadTimeout', 'ReadTimeout', 'ReadTimeout', 'ReadTimeoutError', 'TimeoutError'],
    TypeError: ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
    CapabilityRevoked: Array.from(libraries, () => 'CapabilityRevoked'),
  }
  test.each(Object.entries(failures))(
    'a host call that fails with %s raises the error of each library',
    async (name, kinds) => {
      const script = `set_result([raised(lambda: get(url)) for get in gets.values()])`
      const { result, asked } = await run(script, () => ({ rejected: [name, 'the reason'] }))
      expect(asked).toHaveLength(libraries.length)
      const hides = name === 'TimeoutError' ? expect.any(String) : expect.stringContaining('the reason')
      expect(result).toEqual(kinds.map((kind) => [kind, hides]))
    },
  )

  test('a withheld permission is a PermissionError, which no retry repeats', async () => {
    const script = `
kinds = []
for get in (session(3).get, lambda url: urllib3.PoolManager(retries=3).request('GET', url)):
    try:
        get(url)
    except PermissionError as error:
        kinds.append(str(error))
set_result(kinds)`
    const { result, asked } = await run(script, () => ({ rejected: ['CapabilityRevoked', 'withheld'] }))
    expect(result).toEqual(['withheld', 'withheld'])
    expect(asked).toHaveLength(2)
  })

  test('of the timeouts of phases, the longest is the deadline of the request', async () => {
    const script = `
httpx.get(url)
httpx.get(url, timeout=httpx.Timeout(2, read=7))
httpx.get(url, timeout=None)
httpx.get(url, timeout=9000)
requests.get(url)
requests.get(url, timeout=(3, 4))
requests.get(url, timeout=(3, None))
urllib3.request('GET', url, timeout=2)
urllib.request.urlopen(url)
urllib.request.urlopen(url, timeout=1.5)
set_result(1)`
    const { asked } = await run(script)
    const expected = [5000, 7000, undefined, 600_000, undefined, 4000, undefined, 2000, undefined, 1500]
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual(expected)
  })

  test.each([
    ["headers={f'X-{number}': '1' for number in range(65)}", '64 headers'],
    ["data=b'x' * (1024 * 1024 + 1)", '1048576 bytes'],
    ["params='x' * 16_384", '16384 characters'],
  ])('a request above a limit of the host names the limit: %s', async (options, limit) => {
    const script = `set_result([raised(lambda: get(url, ${options})) for get in (httpx.request, requests.request)])`
    const { result, asked } = await run(script.replaceAll('get(url', "get('POST', url"))
    expect(result).toEqual([
      ['LocalProtocolError', expect.stringContaining(limit)],
      ['ValueError', expect.stringContaining(limit)],
    ])
    expect(asked).toEqual([])
  })

  test.each([
    ['httpx.get(url, verify=False)', 'always checks certificates'],
    ["httpx.AsyncClient(cert='c.pem')", 'Declare a secret'],
    ["httpx.Client(proxy='http://p')", 'opens the connection'],
    ['httpx.HTTPTransport(retries=3)', 'send again'],
    ["httpx.HTTPTransport(uds='/socket')", 'opens the connection'],
    ['requests.get(url, verify=False)', 'always checks certificates'],
    ["requests.get(url, verify='/ca.pem')", 'always checks certificates'],
    ["requests.get(url, cert='c.pem')", 'Declare a secret'],
    ["requests.get(url, proxies={'https': 'http://p'})", 'opens the connection'],
    ["urllib3.PoolManager(cert_reqs='CERT_NONE').request('GET', url)", 'always checks certificates'],
    ["urllib3.PoolManager(assert_hostname=False).request('GET', url)", 'always checks certificates'],
    ["urllib3.ProxyManager('http://p').request('GET', url)", 'opens the connection'],
    ['urllib.request.urlopen(url, context=object())', 'always checks certificates'],
    ["urllib.request.build_opener(urllib.request.ProxyHandler({'https': 'p'})).open(url)", 'opens the connection'],
    ["(__import__('os').environ.update(HTTPS_PROXY='http://p'), httpx.get(url))", 'opens the connection'],
    ["(__import__('os').environ.update(HTTPS_PROXY='http://p'), requests.get(url))", 'opens the connection'],
  ])('refuses what would change the meaning of a request: %s', async (action, words) => {
    const { result, asked } = await run(`set_result(raised(lambda: ${action}))`)
    expect(result).toEqual(['NotImplementedError', expect.stringContaining(words)])
    expect(asked).toEqual([])
  })

  test('a header that the host would refuse is an error that the program can handle', async () => {
    const script = `
set_result([raised(lambda: get(url, headers=headers))[0] for get in (httpx.get, requests.get)
    for headers in ({'X': 'a\\nb'}, {'a b': '1'})])`
    const { result, asked } = await run(script)
    expect(result).toEqual(['LocalProtocolError', 'LocalProtocolError', 'InvalidHeader', 'ValueError'])
    expect(asked).toEqual([])
  })

  test('a Host header with another host reaches the policy', async () => {
    const { asked } = await run(`
httpx.get(url, headers={'Host': 'other.example'})
requests.get(url, headers={'Host': 'other.example'})
set_result(1)`)
    expect(asked.map((each) => headersOf(each).get('host'))).toEqual(['other.example', 'other.example'])
  })

  test('each redirect is a request of its own, without the credentials for another host', async () => {
    const moved: Service = ({ url: at }, number) =>
      number % 3 < 2
        ? {
            status: 302,
            headers: [
              ['location', at.includes('one') ? '/two' : '/end'],
              ['set-cookie', 'a=b; Path=/'],
            ],
          }
        : { body: at }
    const script = `
headers = {'Authorization': 'secret'}
request = urllib.request.Request(url, headers=headers)
set_result([
    httpx.get(url, headers=headers, follow_redirects=True).text,
    requests.get(url, headers=headers).text,
    urllib.request.urlopen(request).read().decode(),
])`
    const other: Service = (asked, number) => {
      const answer = moved(asked, number)
      if (number % 3 === 1 && 'headers' in answer) answer.headers = [['location', 'https://two.example/end']]
      return answer
    }
    const { result, asked } = await run(script, other)
    const end = 'https://two.example/end'
    expect(result).toEqual([end, end, end])
    expect(asked.map((each) => each.url)).toEqual([0, 1, 2].flatMap(() => [url, 'https://one.example/two', end]))
    expect(asked.slice(0, 6).map((each) => headersOf(each).get('authorization'))).toEqual([
      ...['secret', 'secret', undefined, 'secret', 'secret', undefined],
    ])
    // The cookie of the first answer belongs to its host.
    expect(asked.slice(0, 6).map((each) => headersOf(each).get('cookie'))).toEqual([
      ...[undefined, 'a=b', undefined, undefined, 'a=b', undefined],
    ])
  })

  test('bodies arrive whole, whatever they are made of', async () => {
    const script = `
import io
async def pieces():
    for piece in (b'on', b'e'):
        yield piece
async def main():
    async with httpx.AsyncClient() as client:
        await client.post(url, content=pieces())
for body in (b'one', 'one', io.BytesIO(b'one'), (piece for piece in (b'o', b'ne'))):
    httpx.post(url, content=body)
for body in (b'one', 'one', io.BytesIO(b'one'), (piece for piece in (b'o', b'ne'))):
    requests.post(url, data=body)
asyncio.run(main())
urllib3.request('POST', url, body='one')
urllib.request.urlopen(url, data=b'one')
set_result(1)`
    const { asked } = await run(script)
    expect(asked.map(bodyOf)).toEqual(asked.map(() => 'one'))
    expect(asked).toHaveLength(11)
    const lengths = asked.flatMap(({ headers }) => headers).filter(([name]) => /content-length|encoding/i.test(name))
    expect(lengths).toEqual([])
  })

  const uploads = `
for post in (httpx.post, requests.post):
    post(url, files={'file': ('a.csv', b'1,2')}, data={'name': 'value'})
set_result(1)`
  test('a repeated execution sends the same requests, and uses the same fuel', async () => {
    const { asked, fuelLeft } = await run(uploads)
    expect(asked.map(bodyOf)).toEqual(asked.map(() => expect.stringContaining('filename="a.csv"')))
    const again = await run(uploads)
    expect({ asked: again.asked, fuelLeft: again.fuelLeft }).toEqual({ asked, fuelLeft })
    const other = await run(uploads, ok, '08'.repeat(16))
    for (const [at, each] of other.asked.entries()) expect(bodyOf(each)).not.toBe(bodyOf(asked[at] ?? each))
  })

  test('requests of asyncio.gather are open side by side, and a cancelled one ends cleanly', async () => {
    const script = `
async def main():
    async with httpx.AsyncClient() as client:
        texts = [one.text for one in await asyncio.gather(*(client.get(url) for _ in range(3)))]
        task = asyncio.ensure_future(client.get(url))
        await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return [*texts, (await client.get(url)).text]
set_result(asyncio.run(main()))`
    const { result, most } = await run(script)
    expect(result).toEqual(['text', 'text', 'text', 'text'])
    expect(most).toBe(3)
  })

  test('the headers of an answer are those of the body that arrived', async () => {
    const headers: [string, string][] = [
      ['X-Many', 'one'],
      ['X-Many', 'two'],
      ['X-Latin', 'caf\u00e9'],
      ['Content-Encoding', 'gzip'],
    ]
    const script = `
found = [httpx.get(url).headers, requests.get(url).headers, urllib3.request('GET', url).headers]
shown = urllib.request.urlopen(url)
set_result([[one.get(name) for name in ('x-many', 'x-latin', 'content-encoding')] for one in found]
    + [[shown.headers.get_all('x-many'), shown.getheader('content-encoding')]])`
    const { result } = await run(script, () => ({ headers, body: '{}' }))
    const each = ['one, two', 'caf\u00e9', null]
    expect(result).toEqual([each, each, each, [['one', 'two'], null]])
  })
})
