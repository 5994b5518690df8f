import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testLimits } from '../conformance/harness.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { needsEngine } from './testing/engine.ts'
import { fine, type Programs, prints, startPrograms } from './testing/programs.ts'

const returned = { kind: 'returned', value: { results: fine.results }, fuelUsed: 0 }
const failed = (code: string, detail?: string) => ({
  kind: 'failed',
  code,
  ...(detail === undefined ? {} : { detail: expect.stringContaining(detail) }),
})

const hasEngine = await needsEngine(process.env.CI)

describe.runIf(hasEngine).each(['socket', 'bridge'] as const)(
  'a program in a container, egress by %s (needs a Docker engine)',
  (egress) => {
    let programs: Programs
    beforeAll(async () => {
      programs = await startPrograms({ egress: [egress] })
      expect(await programs.runtime.status()).toEqual({ kind: 'on', egress })
    })
    afterAll(() => programs[Symbol.asyncDispose]())

    test('gets its input as one JSON document on stdin, to its end', async () => {
      const { outcome, lines } = await programs.runWithLog(`cat; ${prints(fine)}`, { params: { city: 'Zürich ✈️' } })
      expect(outcome).toEqual(returned)
      expect(lines).toEqual([
        JSON.stringify({
          level: 'info',
          text: JSON.stringify({ action: 'probe', params: { city: 'Zürich ✈️' }, config: {} }),
        }),
      ])
    })

    test('is a user that no other one is meanwhile, and that no file belongs to', async () => {
      const script = `id -u; id -g; find / -xdev -user $(id -u) -not -path "/proc*" -not -path "/dev/*" 2>/dev/null; ${prints(fine)}`
      const logs = await Promise.all([1, 2, 3].map(() => programs.runWithLog(script)))
      const texts = logs.map(({ lines }) => lines.map((line) => JSON.parse(line).text))
      for (const [user, group, ...owned] of texts) {
        expect(Number(user)).toBeGreaterThan(20_000)
        expect([group, owned]).toEqual([user, []])
      }
      expect(new Set(texts.map(([user]) => user)).size).toBe(3)
    })

    test('may leave its input alone, however large', async () => {
      expect(await programs.run(`exec 0<&-; ${prints(fine)}`, { params: { text: 'x'.repeat(4_000_000) } })).toEqual(
        returned,
      )
      expect(await programs.run(prints(fine), { params: { text: 'x'.repeat(4_000_000) } })).toEqual(returned)
    })

    test('may close its outputs before it is done, and its exit code counts', async () => {
      expect(await programs.run(`${prints(fine)}; exec 1>&- 2>&-; sleep 0.2; exit 0`)).toEqual(returned)
      expect(await programs.run(`${prints(fine)}; exec 1>&- 2>&-; sleep 0.2; exit 4`)).toMatchObject(
        failed('SKILL_CRASHED'),
      )
    })

    test('tells its error by a code that it may raise', async () => {
      const output = { status: 'error', error: { code: 'API_TIMEOUT', message: 'slow' } }
      expect(await programs.run(prints(output))).toMatchObject({ kind: 'raised', code: 'API_TIMEOUT', detail: 'slow' })
    })

    test('finds placeholders of its secrets in its environment, and no more of ours than is meant for it', async () => {
      const { lines } = await programs.runWithLog('env', {
        secrets: { RATES_KEY: 'placeholder-1', WITHHELD: null },
      })
      const names = lines.map((line) => /"text":"(\w+)=/.exec(line)?.[1])
      const expected = [
        ...['CURL_CA_BUNDLE', 'HOME', 'HOSTNAME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'PATH', 'PWD'],
        ...['PYTHONDONTWRITEBYTECODE', 'PYTHONPATH', 'PYTHONUNBUFFERED', 'RATES_KEY', 'REQUESTS_CA_BUNDLE'],
        ...['SSL_CERT_FILE', 'TMPDIR', 'TZ'],
      ]
      expect(names.sort()).toEqual(expected)
    })

    test.each([
      ['an exit code', 'exit 3', failed('SKILL_CRASHED', 'code 3')],
      ['an exit code after a good output', `${prints(fine)}; exit 1`, failed('SKILL_CRASHED', 'code 1')],
      ['a signal', 'sh -c "kill -11 \\$\\$"; exit $?', failed('SKILL_CRASHED', 'signal 11')],
      ['a program that is not there', 'exec /no/such/program', failed('SKILL_CRASHED', 'code 127')],
      ['no output', 'true', failed('INVALID_OUTPUT', 'no output markers')],
      ['no JSON', `echo ${startMarker}; echo nonsense; echo ${endMarker}`, failed('INVALID_OUTPUT', 'not JSON')],
      ['two outputs', `${prints(fine)}; ${prints(fine)}`, failed('INVALID_OUTPUT', 'twice')],
      ['an output after the end marker', `${prints(fine)}; echo ${endMarker}`, failed('INVALID_OUTPUT', 'twice')],
      [
        'markers that are not on lines of their own',
        `printf 'x ${startMarker}\\n{}\\n${endMarker}\\n'`,
        failed('INVALID_OUTPUT', 'comes first'),
      ],
      ['100 MB on stdout', 'head -c 100000000 /dev/zero', failed('OUTPUT_TOO_LARGE', 'stdout')],
      [
        '100 MB between the markers',
        `echo ${startMarker}; head -c 100000000 /dev/zero; echo; echo ${endMarker}`,
        failed('OUTPUT_TOO_LARGE', 'output has more'),
      ],
      ['100 MB on stderr', 'head -c 100000000 /dev/zero >&2', failed('OUTPUT_TOO_LARGE', 'stderr')],
      ['a memory bomb', 'x=$(yes); echo "$x"', failed('OUT_OF_MEMORY')],
      [
        'a disk that is full',
        'dd if=/dev/zero of=/tmp/full bs=1M count=64 2>/dev/null || exit 5',
        failed('SKILL_CRASHED', 'code 5'),
      ],
      ['a write outside of /tmp', 'touch /skill/x || exit 6', failed('SKILL_CRASHED', 'code 6')],
    ])('that ends with %s ends so', async (_, script, outcome) => {
      expect(await programs.run(script)).toMatchObject(outcome)
      expect(await programs.run(prints(fine))).toEqual(returned)
    })

    // Room for as many processes as there may be: a bomb of them is to end by its time.
    const soon = { limits: { ...testLimits, memoryMb: 128, timeoutMs: 1500 } }

    test.each([
      ['sleeps', 'sleep 1000'],
      ['computes', 'while true; do true; done'],
      ['ignores every signal that it can', 'trap "" TERM INT HUP QUIT; while true; do sleep 1; done'],
      ['waits for input that does not come', 'cat >/dev/null; sleep 1000'],
      ['leaves its work to a child', '(sleep 1000) & wait'],
      ['is a fork bomb', 'bomb() { bomb | bomb & }; (bomb) & exec sleep 1000'],
    ])('that %s ends with its time', async (_, script) => {
      expect(await programs.run(script, soon)).toMatchObject(failed('TIMEOUT'))
      expect(await programs.run(prints(fine))).toEqual(returned)
    })

    test('whose children go on has ended when it has', async () => {
      const { outcome, lines } = await programs.runWithLog(`(sleep 1; echo late; sleep 1000) & ${prints(fine)}`)
      expect(outcome).toEqual(returned)
      // Whoever waits for a child hears of it.
      expect(lines).toEqual([])
    })

    test('is aborted with its caller, while it runs and before', async () => {
      const controller = new AbortController()
      const run = programs.run('echo started >&2; sleep 1000', { signal: controller.signal })
      await expect.poll(() => programs.containers()).toHaveLength(1)
      controller.abort({ code: 'CANCELLED' })
      expect(await run).toMatchObject(failed('CANCELLED'))
      expect(await programs.run('true', { signal: controller.signal })).toMatchObject(failed('CANCELLED'))
    })

    test('prints what it likes beside its output, for the log: whole lines, redacted', async () => {
      const script = `echo before; echo 'key sk_live_4eC39HqLyjWDarjtT1zdp7dc' >&2; ${prints(fine)}; printf after`
      const { outcome, lines } = await programs.runWithLog(script)
      expect(outcome).toEqual(returned)
      expect(lines).toEqual([
        '{"level":"info","text":"before"}',
        '{"level":"info","text":"after"}',
        expect.stringMatching(/^\{"level":"warn","text":"key \[REDACTED.*7dc\]"\}$/),
      ])
    })

    test('tells the log what it printed, also when it ran out of time', async () => {
      // It has to have started by then, on a busy machine too.
      const { lines } = await programs.runWithLog('echo said; sleep 1000', {
        limits: { ...soon.limits, timeoutMs: 6000 },
      })
      expect(lines).toEqual(['{"level":"info","text":"said"}'])
    })

    test('leaves no container, network or socket behind, whatever it did', async () => {
      await Promise.all([
        programs.run(prints(fine)),
        programs.run('exit 1'),
        programs.run('sleep 1000', soon),
        programs.run('head -c 100000000 /dev/zero'),
      ])
      await expect.poll(() => programs.containers()).toEqual([])
      await expect.poll(() => programs.networks()).toEqual([])
      await expect.poll(() => programs.socketFolders()).toEqual([])
    })

    test('without its image is not run, and the operator is told how to build it', async () => {
      expect(await programs.run('no image')).toMatchObject(
        failed('RUNTIME_UNAVAILABLE', 'npm run skill -- images probe'),
      )
    })

    test('leaves nothing when its runtime is closed: no relay, no network, no folder', async () => {
      const last = await startPrograms({ egress: [egress] })
      expect(await last.run(prints(fine))).toEqual(returned)
      const folders = () => readdir(join(last.folder, 'run'))
      expect([await folders(), await last.relays()].map(({ length }) => length)).toEqual([
        1,
        egress === 'bridge' ? 1 : 0,
      ])
      await last.runtime[Symbol.asyncDispose]()
      expect([await folders(), await last.relays(), await last.allNetworks(), await last.containers()]).toEqual([
        [],
        [],
        [],
        [],
      ])
      await last[Symbol.asyncDispose]()
    })
  },
)
