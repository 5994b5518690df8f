import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Log } from '../../../core/ports.ts'
import { silentLog } from '../../quickjs/testing/silent-log.ts'
import { type RecordedCall, testLimits } from '../../testing/conformance/harness.ts'
import { connectEngine } from '../engine.ts'
import { ownerOf, waitingExecution } from '../labels.ts'
import { engineAddress } from '../testing/engine.ts'
import { needsEngine } from '../testing/needs-engine.ts'
import { fine, prints, type ScriptExecution, startPrograms } from '../testing/programs.ts'

const engine = connectEngine({ address: engineAddress, timeoutMs: 90_000 })
const soon = { timeout: 60_000, interval: 50 }
const limits = { ...testLimits, memoryMb: 32, timeoutMs: 150_000 }
const returned = { kind: 'returned', value: { results: fine.results }, fuelUsed: 0 }
/** Prints the folder of its container's sockets once it has its input. */
const tellsWhere = `input=$(cat); grep -o '[0-9a-f]* /run/travel/net' /proc/self/mountinfo >&2; ${prints(fine)}`

async function start(preStartMb: number, log: Partial<Log> = {}) {
  const instance = `inst_${randomBytes(8).toString('hex')}`
  const programs = await startPrograms({ instance, preStartMb, log: { ...silentLog, ...log } })
  const waiting = async () => {
    const owners = (await engine.containers()).map(({ name, labels }) => ({ name, owner: ownerOf(labels) }))
    const own = owners.filter(({ owner }) => owner?.instance === instance && owner.execution === waitingExecution)
    return own.map(({ name }) => name)
  }
  /** The name of a waiting container, as soon as there is one. */
  const waitForOne = async () => {
    await expect.poll(programs.runtime.ready, soon).toBeGreaterThan(0)
    const [name = ''] = await waiting()
    return name
  }
  return {
    ...programs,
    waiting,
    waitForOne,
    runAs: programs.run,
    run: (script: string, execution: ScriptExecution = {}) => programs.runWithLog(script, { limits, ...execution }),
    /** The socket folder of the only container. */
    async onlyFolder() {
      await waitForOne()
      await expect.poll(programs.socketFolders, soon).toHaveLength(1)
      const [folder] = await programs.socketFolders()
      return folder
    },
  }
}

type Given = { readonly timeoutMs?: number; readonly params?: Record<string, string> }

const folderIn = (lines: readonly string[]) => /([0-9a-f]{8}) \/run/.exec(lines.join('\n'))?.[1]

describe('containers started in advance (need a Docker engine)', needsEngine, () => {
  test('serve one execution each unless they were removed externally, and are removed when the runtime is closed', async () => {
    await using programs = await start(limits.memoryMb)
    const { lines } = await programs.run(tellsWhere)
    const ready = await programs.onlyFolder()
    const next = await programs.run(tellsWhere)
    expect([next.outcome, folderIn(next.lines)]).toEqual([returned, ready])
    expect(folderIn(lines)).toMatch(/^[0-9a-f]{8}$/)
    expect(folderIn(lines)).not.toBe(ready)

    await engine.remove(await programs.waitForOne())
    await expect.poll(programs.socketFolders, soon).toEqual([])
    expect((await programs.run(tellsWhere)).outcome).toEqual(returned)

    await programs.waitForOne()
    await programs[Symbol.asyncDispose]()
    expect(await programs.containers()).toEqual([])
  })

  const ends: ReadonlyArray<readonly [what: string, script: string, given: Given]> = [
    ['gets a large input', 'exit $(($(wc -c) % 97 + 1))', { params: { text: 'Zürich ✈️'.repeat(200_000) } }],
    ['prints 100 MB', 'cat >/dev/null; head -c 100000000 /dev/zero', {}],
    ['takes all memory', 'cat >/dev/null; x=$(yes); echo "$x"', {}],
    ['looks up an undeclared name', 'cat >/dev/null; getent ahosts evil.example; sleep 1000', {}],
    ['exceeds its time limit', 'cat >/dev/null; trap "" TERM INT; sleep 1000', { timeoutMs: 8000 }],
  ]

  test('give the same outcome as containers started on demand, whatever the program does', async () => {
    // Each program is a skill of its own, so that one container waits for each at the same time.
    await using programs = await start(ends.length * limits.memoryMb)
    const runAll = async () => {
      const outcomes = ends.map(async ([what, script, { timeoutMs = limits.timeoutMs, ...execution }], index) => {
        const settings = { ...execution, name: `skill-${index}`, limits: { ...limits, timeoutMs } }
        return [what, (await programs.run(script, settings)).outcome]
      })
      return Promise.all(outcomes)
    }
    const cold = await runAll()
    // The waiting containers start one after another.
    await expect.poll(programs.runtime.ready, { ...soon, timeout: 200_000 }).toBe(ends.length)
    const ready = await programs.waiting()
    expect(ready).toHaveLength(ends.length)
    expect(await runAll()).toEqual(cold)
    await expect.poll(async () => (await programs.waiting()).filter((one) => ready.includes(one)), soon).toEqual([])
  })

  test('have their own placeholders, and never see the session’s', async () => {
    await using programs = await start(256)
    const script = `exec python3 -c '
import json, os, sys, urllib.request
sys.stdin.read()
key = os.environ["RATES_KEY"]
request = urllib.request.Request("https://api.example.com/" + key, headers={"authorization": "Bearer " + key})
body = urllib.request.urlopen(request).read().decode()
seen = [key in body, "session" in body, "session" in key]
print("---SKILL_OUTPUT_START---")
print(json.dumps({"status": "success", "results": [seen, key]}))
print("---SKILL_OUTPUT_END---")'`
    const ask = async (placeholder: string) => {
      const calls: RecordedCall[] = []
      const outcome = await programs.runAs(script, { limits, calls, secrets: { RATES_KEY: placeholder } })
      return { outcome, calls: JSON.stringify(calls) }
    }
    expect((await ask('session-1')).outcome).toMatchObject({ value: { results: [[true, true, true], 'session-1'] } })
    await programs.waitForOne()
    const { outcome, calls } = await ask('session-2')
    expect(outcome).toMatchObject({ value: { results: [[true, false, false], 'session-2'] } })
    expect(calls).toContain('https://api.example.com/session-2')
    expect(calls).toContain('Bearer session-2')
    expect(calls).not.toContain('session-1')
  })

  test('that use the network before they have an execution are removed, with one log line', async () => {
    const said: string[] = []
    await using programs = await start(256, { warn: (message, fields) => said.push(`${message}: ${fields?.reason}`) })
    // Waits until the gateway has closed the connection, which it does when the program sends nothing more.
    const connects = [
      ...['import socket', 's = socket.create_connection(("api.example.com", 443))'],
      ...['s.shutdown(socket.SHUT_WR)', 's.recv(1)'],
    ].join('; ')
    const early = `python3 -c '${connects}'; ${tellsWhere}`
    const cold = await programs.run(early)
    expect(cold.outcome).toEqual(returned)
    await expect.poll(() => said.join('\n'), soon).toContain('did not wait for its input')
    await expect.poll(programs.containers, soon).toEqual([])
    expect((await programs.run(early)).outcome).toEqual(returned)
    expect(said.filter((line) => line.includes('it opened a connection'))).toHaveLength(1)
  })

  // On a busy machine, a loop may take minutes to use two seconds of CPU time.
  test('are removed when their program computes instead of waiting', { timeout: 600_000 }, async () => {
    const said: string[] = []
    await using programs = await start(256, { warn: (message, fields) => said.push(`${message}: ${fields?.reason}`) })
    const busy = 'while :; do :; done'
    // Ends the first execution as soon as a container waits for the next one.
    const unwanted = new AbortController()
    const cold = programs.run(busy, { signal: unwanted.signal })
    await expect.poll(programs.runtime.ready, soon).toBeGreaterThan(0)
    unwanted.abort()
    expect((await cold).outcome).toMatchObject({ code: 'CANCELLED' })
    await expect.poll(() => said.join('\n'), { ...soon, timeout: 400_000 }).toContain('it computes while it waits')
    await expect.poll(programs.containers, soon).toEqual([])
  })
})
