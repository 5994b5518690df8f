import { join } from 'node:path'
import { Readable } from 'node:stream'
import Docker from 'dockerode'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoadedSkill } from '../../../core/skill.ts'
import { loadSkillFolder } from '../../../manifest/load-skill-folder.ts'
import { skillOf } from '../../testing/conformance/harness.ts'
import { needsEngine } from '../testing/engine.ts'
import { buildImages } from './build-images.ts'
import { createImageEngine } from './image-engine.ts'
import { openSocketPlace, type SocketPlace } from './testing/container-run.ts'
import { recordedProgress } from './testing/fake-engine.ts'

const projectDir = process.cwd()
const signal = new AbortController().signal
const buildMs = 900_000
const hostName = 'runner.travel.internal'

/** Paths with the skill's files, or with files that differ in every container. */
const apart = [
  ...['/skill', '/proc', '/sys', '/dev', '/tmp', '/run/travel'],
  ...['/.dockerenv', '/etc/hosts', '/etc/hostname', '/etc/resolv.conf'],
]

const asks = skillOf(`async ({ params }) => {
  console.log('asked for', params.path)
  const response = await fetch('https://api.example.com/' + params.path, { headers: { key: secrets.get('KEY') } })
  const [offset] = await time.offset([['NRT', '2026-03-16T13:45:00']])
  return { text: await response.text(), offset, random: Math.random(), now: Date.now() }
}`)

describe('images of skills (need a Docker engine)', needsEngine, () => {
  const tags = new Map<string, string>()
  let place: SocketPlace
  beforeAll(async () => {
    const loaded = await loadSkillFolder(join(projectDir, 'skills/currency-rates'), { tier: 'local', projectDir })
    if (!loaded.ok) throw new Error('currency-rates cannot be loaded')
    const skills: LoadedSkill[] = [loaded.skill, asks]
    const { images } = await buildImages(createImageEngine(), {
      projectDir,
      skills,
      keepOthers: true,
      progress: recordedProgress(),
      signal,
    })
    for (const { skill = 'base', tag, bytes } of images) {
      tags.set(skill, tag)
      expect(bytes).toBeLessThan(300_000_000)
    }
  }, buildMs)
  beforeEach(async () => {
    place = await openSocketPlace()
  })
  afterEach(() => place[Symbol.asyncDispose]())

  const image = (skill: string) => tags.get(skill) ?? ''
  const outputOf = (stdout: string): unknown => {
    const [start, json = '', end, ...rest] = stdout.split('\n')
    expect([start, end, ...rest]).toEqual(['---SKILL_OUTPUT_START---', '---SKILL_OUTPUT_END---', ''])
    return JSON.parse(json)
  }

  test('the base has no compiler, no set-user programs, and nothing that its user can write', async () => {
    const script =
      'find / -xdev -type f -perm /6000; find / -xdev -writable -not -path "/tmp*" -not -path "/proc*" -not -type l; command -v gcc tcc cc; id -u; python3 --version; python --version; node --version'
    const { stdout } = await place.run({ image: image('base'), command: ['sh', '-c', script] })
    expect(stdout).toMatch(/^(\/dev\/[^\n]*\n|\/run\/travel\/net\n)*65534\n(Python 3\.\d+\.\d+\n){2}v24\.\d+\.\d+\n$/)
  })

  test('a failed assembly leaves no container and no image', async () => {
    const engine = createImageEngine()
    const base = await engine.find(image('base'))
    if (base === undefined) throw new Error('the base image does not exist')
    const name = `travel-skills/broken:${'0'.repeat(64)}`
    const archive = Readable.from([Buffer.alloc(700, 1)])
    await expect(engine.assemble({ base: base.id, archive, name, config: { Cmd: ['true'] }, signal })).rejects.toThrow()
    expect(await engine.find(name)).toBeUndefined()
    const filters = { name: ['travel-assembling-'] }
    const listed: Promise<Docker.ContainerInfo[]> = new Docker().listContainers({ all: true, filters })
    expect((await listed).filter(({ State }) => State === 'created')).toEqual([])
  })

  test('a skill’s image has the layers of the base plus one, which contains only the skill’s files', async () => {
    const engine = createImageEngine()
    const [base, own] = await Promise.all([engine.find(image('base')), engine.find(image('currency-rates'))])
    expect(own?.layers.slice(0, -1)).toEqual(base?.layers)
    const elsewhere = `find / -xdev \\( ${apart.map((path) => `-path ${path}`).join(' -o ')} \\) -prune -o -type f -printf '%p %s %m %T@\\n' | sort`
    const [inBase, inOwn] = await Promise.all(
      ['base', 'currency-rates'].map((skill) => place.run({ image: image(skill), command: ['sh', '-c', elsewhere] })),
    )
    expect(inBase?.stdout.split('\n').length).toBeGreaterThan(1000)
    expect(inOwn?.stdout).toBe(inBase?.stdout)
    const script = 'find /skill | sort; stat -c "%a %u %g %n" /skill /skill/bundle.py'
    const { stdout } = await place.run({ image: image('currency-rates'), command: ['sh', '-c', script] })
    expect(stdout).toBe('/skill\n/skill/bundle.py\n755 0 0 /skill\n644 0 0 /skill/bundle.py\n')
  })

  test('a bundle runs in the harness and makes host calls on the socket without TLS', async () => {
    const calls: unknown[] = []
    await place.serveWithoutTls((request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += String(chunk)
      })
      request.on('end', () => {
        const { seq, op, args } = JSON.parse(text)
        calls[seq] = { path: `${request.method} ${request.headers.host}${request.url}`, op, args }
        const head = { status: 200, url: args.url ?? '', headers: [] }
        const body = Buffer.from('found').toString('base64')
        const answers: Record<string, object> = {
          fetch: { kind: 'value', value: head, body },
          'time.offset': { kind: 'value', value: ['+09:00'] },
        }
        response.end(JSON.stringify(answers[op] ?? { kind: 'value', value: null }))
      })
    })
    const _travel = {
      seed: Buffer.alloc(16, 7).toString('base64'),
      now_ms: 1_773_574_200_000,
      secrets: { KEY: 'placeholder-1' },
    }
    const input = JSON.stringify({ action: 'probe', params: { path: 'a' }, config: {}, _travel })
    const { stdout, stderr, exitCode } = await place.run({ image: image('probe'), hosts: [hostName], input })
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(outputOf(stdout)).toEqual({
      kind: 'returned',
      peak: expect.stringMatching(/^\d{15}$/),
      value: { text: 'found', offset: '+09:00', random: 0.8358723219471419, now: 1_773_574_200_000 },
    })
    const path = `POST ${hostName}/call`
    expect(calls).toEqual([
      { path, op: 'console.log', args: { level: 'info', text: 'asked for a' } },
      { path, op: 'secrets.get', args: { name: 'KEY' } },
      {
        path,
        op: 'fetch',
        args: { url: 'https://api.example.com/a', method: 'GET', headers: [['key', 'placeholder-1']] },
      },
      { path, op: 'time.offset', args: { pairs: [['NRT', '2026-03-16T13:45:00']] } },
    ])
  })

  const rates = { amount: 1, base: 'USD', date: '2026-11-19', rates: { EUR: 0.92, JPY: 151.2 } }
  const askRates = async (
    answer: { status: number; headers?: Record<string, string>; body: unknown },
    params: object = { base: 'USD' },
  ) => {
    const asked: string[] = []
    await place.serve(['api.frankfurter.dev'], (request, response) => {
      asked.push(`${request.method} ${request.headers.host}${request.url}`)
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body))
    })
    const input = JSON.stringify({ action: 'rates', params, config: { timeout_ms: 5000 } })
    const { stdout, exitCode } = await place.run({
      image: image('currency-rates'),
      hosts: ['api.frankfurter.dev'],
      input,
    })
    expect(exitCode).toBe(0)
    return { asked, output: outputOf(stdout) }
  }

  test('a Python skill calls its provider over TLS', async () => {
    const params = { base: 'USD', symbols: ['EUR', 'JPY', 'XXX'] }
    const { asked, output } = await askRates({ status: 200, body: rates }, params)
    expect(asked).toEqual(['GET api.frankfurter.dev/v1/latest?base=USD&symbols=EUR%2CJPY%2CXXX'])
    expect(output).toEqual({
      status: 'success',
      results: [
        { base: 'USD', currency: 'EUR', rate: 0.92, date: '2026-11-19' },
        { base: 'USD', currency: 'JPY', rate: 151.2, date: '2026-11-19' },
      ],
      metadata: { source_api: 'api.frankfurter.dev', partial: true, has_more: false },
    })
  })

  describe('Python', () => {
    const runPython = async (script: string) => {
      const { stdout, stderr } = await place.run({
        image: image('base'),
        command: ['python3', '-c', script],
        // The hosts file, as in the runtime. Without it, a lookup of the host lasts until its timeout.
        hosts: ['api.example.com'],
      })
      expect(stderr).toBe('')
      return JSON.parse(stdout)
    }

    test('is not changed in child processes', async () => {
      const child = "import sys; print('travel_start' in sys.modules)"
      const script = `
import json, subprocess, sys
child = subprocess.run([sys.executable, '-c', ${JSON.stringify(child)}], capture_output=True, check=True, text=True).stdout
print(json.dumps(['travel_start' in sys.modules, child]))`
      expect(await runPython(script)).toEqual([true, 'False\n'])
    })

    test('ends like ordinary Python: runs exit handlers, writes file buffers, and keeps its exit code', async () => {
      const script = `
import atexit, sys
def unwritten(text):
    file = open(1, 'w', closefd=False)
    file.write(text + '\\n')
    return file
class Last:
    def __del__(self): print('last')
open('/tmp/own.py', 'w').write('def kept(): return file')
sys.path.insert(0, '/tmp')
import own
own.file = unwritten('a module')
named, last = unwritten('a name'), Last()
atexit.register(lambda: globals().update(later=unwritten('later')))
sys.exit(3)`
      const run = async (command: readonly string[]) => {
        const { stdout, ...rest } = await place.run({ image: image('base'), command })
        return { ...rest, lines: stdout.trim().split('\n').sort() }
      }
      const ended = await run(['python3', '-c', script])
      expect(ended).toEqual({ exitCode: 3, lines: ['a module', 'a name', 'last', 'later'], stderr: '' })
      expect(ended).toEqual(await run(['sh', '-c', 'python3 -c "$0"; exit $?', script]))
    })

    test('loads a program’s own modules instead of libraries of the same name', async () => {
      const script = `
import json, os, sys
os.mkdir('/tmp/http')
for path in ('calendar', 'http/__init__', 'http/client'):
    open(f'/tmp/{path}.py', 'w').write('mine = True')
sys.path.insert(0, '/tmp')
import calendar, http.client
print(json.dumps([calendar.mine, http.client.mine]))`
      expect(await runPython(script)).toEqual([true, true])
    })

    test('the SDK sends https requests over the socket for plain HTTP, unless the program asks for TLS', async () => {
      const asked: string[] = []
      await place.serveWithoutTls((request, response) => {
        asked.push(`${request.headers.host}${request.url}`)
        response.end('{}')
      })
      const script = `
import json
from travel_skill import SkillError
from travel_skill.http import client
def status(url, **options):
    try:
        with client(5, **options) as http:
            return http.get(url).status_code
    except SkillError as error:
        return error.code
urls = ['https://api.example.com/a', 'https://api.example.com:8443/b', 'http://api.example.com/c']
print(json.dumps([*map(status, urls), status(urls[0], verify=True)]))`
      const expected = [200, 200, 'API_UNAVAILABLE', 'API_UNAVAILABLE']
      expect(await runPython(script)).toEqual(expected)
      expect(asked).toEqual(['api.example.com/a', 'api.example.com:8443/b'])
    })
  })
})
