import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testLimits } from '../testing/conformance/harness.ts'
import { needsEngine } from './testing/engine.ts'
import { fine, type Programs, prints, startPrograms } from './testing/programs.ts'

const returned = { kind: 'returned', value: { results: fine.results }, fuelUsed: 0 }
const failed = (code: string, detail?: string) => ({
  kind: 'failed',
  code,
  ...(detail === undefined ? {} : { detail: expect.stringContaining(detail) }),
})

/** Ends that each mode of egress detects in its own way. All other ends are tested in one mode only. */
const endsInBothModes = ['an exit code after a good output', 'a memory bomb']

describe.each(['socket', 'bridge'] as const)(
  'a program in a container, egress by %s (needs a Docker engine)',
  needsEngine,
  (egress) => {
    /** A test of something that the mode of egress cannot influence. */
    const once = (title: string, run: () => Promise<void>) => {
      if (egress === 'socket') test(title, run)
    }
    let programs: Programs
    beforeAll(async () => {
      programs = await startPrograms({ egress: [egress] })
      expect(await programs.runtime.status()).toEqual({ kind: 'on', egress })
    })
    afterAll(() => programs[Symbol.asyncDispose]())

    once('receives its complete input as one JSON document on stdin', async () => {
      const { outcome, lines } = await programs.runWithLog(`cat; ${prints(fine)}`, { params: { city: 'Zürich ✈️' } })
      expect(outcome).toEqual(returned)
      expect(lines).toEqual([
        JSON.stringify({
          level: 'info',
          text: JSON.stringify({ action: 'probe', params: { city: 'Zürich ✈️' }, config: {} }),
        }),
      ])
    })

    once('has a user id that no concurrent container and no file has', async () => {
      const script = `id -u; id -g; find / -xdev -user $(id -u) -not -path "/proc*" -not -path "/dev/*" 2>/dev/null; ${prints(fine)}`
      const logs = await Promise.all([1, 2].map(() => programs.runWithLog(script)))
      const texts = logs.map(({ lines }) => lines.map((line) => JSON.parse(line).text))
      for (const [user, group, ...owned] of texts) {
        expect(Number(user)).toBeGreaterThan(20_000)
        expect([group, owned]).toEqual([user, []])
      }
      expect(new Set(texts.map(([user]) => user)).size).toBe(2)
    })

    once('may ignore its input, however large', async () => {
      expect(await programs.run(`exec 0<&-; ${prints(fine)}`, { params: { text: 'x'.repeat(4_000_000) } })).toEqual(
        returned,
      )
      expect(await programs.run(prints(fine), { params: { text: 'x'.repeat(4_000_000) } })).toEqual(returned)
    })

    once('may close its outputs before it ends, and its exit code still decides the outcome', async () => {
      expect(await programs.run(`${prints(fine)}; exec 1>&- 2>&-; sleep 0.2; exit 0`)).toEqual(returned)
      expect(await programs.run(`${prints(fine)}; exec 1>&- 2>&-; sleep 0.2; exit 4`)).toMatchObject(
        failed('SKILL_CRASHED'),
      )
    })

    once('may report an error, with one of the codes that a skill may raise', async () => {
      const output = { status: 'error', error: { code: 'API_TIMEOUT', message: 'slow' } }
      expect(await programs.run(prints(output))).toMatchObject({ kind: 'raised', code: 'API_TIMEOUT', detail: 'slow' })
    })

    once('finds secret placeholders in its environment, and only the intended platform variables', async () => {
      const { lines } = await programs.runWithLog('env', {
        secrets: { RATES_KEY: 'placeholder-1', WITHHELD: null },
      })
      expect(lines).toContain('{"level":"info","text":"RATES_KEY=placeholder-1"}')
      const names = lines.map((line) => /"text":"(\w+)=/.exec(line)?.[1])
      const expected = [
        ...['CURL_CA_BUNDLE', 'HOME', 'HOSTNAME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'PATH', 'PWD'],
        ...['PYTHONDONTWRITEBYTECODE', 'PYTHONPATH', 'PYTHONUNBUFFERED', 'RATES_KEY', 'REQUESTS_CA_BUNDLE'],
        ...['SSL_CERT_FILE', 'TMPDIR', 'TZ'],
      ]
      expect(names.sort()).toEqual(expected)
    })

    const ends: ReadonlyArray<readonly [how: string, script: string, outcome: object]> = [
      ['an exit code after a good output', `${prints(fine)}; exit 1`, failed('SKILL_CRASHED', 'code 1')],
      ['a signal', 'sh -c "kill -11 \\$\\$"; exit $?', failed('SKILL_CRASHED', 'signal 11')],
      ['a missing program', 'exec /no/such/program', failed('SKILL_CRASHED', 'code 127')],
      ['no output', 'true', failed('INVALID_OUTPUT', 'no output markers')],
      ['100 MB on stdout', 'head -c 100000000 /dev/zero', failed('OUTPUT_TOO_LARGE', 'stdout')],
      ['100 MB on stderr', 'head -c 100000000 /dev/zero >&2', failed('OUTPUT_TOO_LARGE', 'stderr')],
      ['a memory bomb', 'x=$(yes); echo "$x"', failed('OUT_OF_MEMORY')],
      [
        'a full disk',
        'dd if=/dev/zero of=/tmp/full bs=1M count=64 2>/dev/null || exit 5',
        failed('SKILL_CRASHED', 'code 5'),
      ],
    ]
    const endsHere = ends.filter(([how]) => egress === 'socket' || endsInBothModes.includes(how))

    test.each(endsHere)('that ends with %s has the matching outcome', async (_, script, outcome) => {
      expect(await programs.run(script)).toMatchObject(outcome)
    })

    // Enough memory for the maximum number of processes, so that a fork bomb ends at its time limit.
    const soon = { limits: { ...testLimits, memoryMb: 128, timeoutMs: 1500 } }

    /** Runs a program that prints a line and never ends, until its time limit. */
    const timesOut = async (script: string): Promise<void> => {
      // A time limit that ends a container before its program starts shows nothing about the program.
      for (let { timeoutMs } = soon.limits; ; timeoutMs *= 2) {
        const limits = { ...soon.limits, timeoutMs }
        const { outcome, lines } = await programs.runWithLog(script, { limits })
        expect(outcome).toMatchObject(failed('TIMEOUT'))
        if (lines.length > 0) return expect(lines).toContain('{"level":"info","text":"started"}')
      }
    }

    const neverEnding: ReadonlyArray<readonly [what: string, script: string]> = [
      ['ignores every signal that can be ignored', 'trap "" TERM INT HUP QUIT; while true; do sleep 1; done'],
      ['is a fork bomb', 'bomb() { bomb | bomb & }; (bomb) & exec sleep 1000'],
    ]
    const neverEndingHere = egress === 'socket' ? neverEnding : neverEnding.slice(0, 1)

    test.each(neverEndingHere)('that %s ends at its time limit, and its output is logged', async (_, script) => {
      await timesOut(`echo started; ${script}`)
    })

    once('ends together with its child processes', async () => {
      const { outcome, lines } = await programs.runWithLog(`(sleep 20; echo late; sleep 1000) & ${prints(fine)}`)
      expect(outcome).toEqual(returned)
      // A runtime that waits for the child would log its line.
      expect(lines).toEqual([])
    })

    once('is aborted when its caller aborts, before and during its run', async () => {
      const controller = new AbortController()
      await expect.poll(() => programs.containers()).toEqual([])
      const run = programs.run('echo started >&2; sleep 1000', { signal: controller.signal })
      await expect.poll(() => programs.containers()).toHaveLength(1)
      controller.abort({ code: 'CANCELLED' })
      expect(await run).toMatchObject(failed('CANCELLED'))
      expect(await programs.run('true', { signal: controller.signal })).toMatchObject(failed('CANCELLED'))
    })

    once('may print text besides its output: the log gets it as whole, redacted lines', async () => {
      const script = `echo before; echo 'key sk_live_4eC39HqLyjWDarjtT1zdp7dc' >&2; ${prints(fine)}; printf after`
      const { outcome, lines } = await programs.runWithLog(script)
      expect(outcome).toEqual(returned)
      expect(lines).toEqual([
        '{"level":"info","text":"before"}',
        '{"level":"info","text":"after"}',
        expect.stringMatching(/^\{"level":"warn","text":"key \[REDACTED.*7dc\]"\}$/),
      ])
    })

    test('leaves no container, network or socket behind, however it ends', async () => {
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

    once('without an image does not run, and its error says how to build the image', async () => {
      expect(await programs.run('no image')).toMatchObject(failed('RUNTIME_UNAVAILABLE', 'travel skill images probe'))
    })

    test('leaves no relay, network or folder behind when its runtime is closed', async () => {
      const { allNetworks, containers, folder, relays, runtime } = programs
      const folders = () => readdir(join(folder, 'run'))
      expect([await folders(), await relays()].map(({ length }) => length)).toEqual([1, egress === 'bridge' ? 1 : 0])
      await runtime[Symbol.asyncDispose]()
      expect([await folders(), await relays(), await allNetworks(), await containers()]).toEqual([[], [], [], []])
    })
  },
)
