import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { instructionsPerUnit } from '#runner/contract/fuel.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import type { OpenPython } from './testing/embedded-python.ts'
import { pythonPlaces } from './testing/python-runtimes.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const host = 'api.example.com'
const pauses = 2

/**
 * Uses what could differ between two runs: time, random numbers, the order of sets, tasks, and `more`, a further value.
 */
const scriptWith = (more: string) => `import asyncio, datetime, decimal, httpx, json, random, sys, time, uuid
class Thing: pass
seen = []
async def gather(turn):
    async with httpx.AsyncClient() as client:
        answers = await asyncio.gather(*(client.get(f'https://${host}/{turn}/{n}') for n in range(3)))
    return [answer.json()['path'] for answer in answers]
for turn in range(${pauses}):
    facts = {
        'paths': asyncio.run(gather(turn)),
        'set': list({f'{turn}-{letter}' for letter in 'abcdef'}),
        'random': [random.random(), str(uuid.uuid4()), random.sample(range(100), 3)],
        'time': [time.time(), time.monotonic(), str(datetime.datetime.now())],
        'hash': str(hash(f'text {turn}')),
        'more': ${more},
        'money': str(sum((decimal.Decimal('0.1') for _ in range(turn + 1)), decimal.Decimal())),
    }
    time.sleep(0.25)
    print('asks', turn, flush=True)
    answer = llm.complete(json.dumps(facts, sort_keys=True), 'large')
    print('has', answer, file=sys.stderr)
    seen.append([facts, answer])
set_result(seen)`

for (const place of pythonPlaces) {
  describe(`a Python script ${place.name}`, place.needs, () => {
    let python: OpenPython
    beforeAll(async () => {
      python = await place.open()
    })
    afterAll(() => python?.[Symbol.asyncDispose]())

    test('that pauses several times, each time continued by another process, repeats no request and replays with the same fuel', async () => {
      const asked: string[] = []
      await using provider = await openHttpServer((request, response) => {
        asked.push(String(request.url))
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ path: request.url }))
      })
      await using world = await openScriptWorld({ runtime: python.runtime, provider: provider.url })
      // In a container, the addresses of objects differ between runs.
      const more = place.scripts.python_runtime === 'container' ? 'None' : 'repr(Thing())'
      const { token } = await world.profile({ hosts: [host], scripts: place.scripts, limits: { timeout_s: 600 } })
      const id = await world.execute(token, scriptWith(more), { language: 'python' })
      const call = { executionToken: id, headers: noHeaders }
      for (let turn = 0; turn < pauses; turn += 1) {
        const view = await world.settled(id)
        expect(view).toMatchObject({ status: 'awaiting_llm', llm_request: { model: 'large' } })
        await expect.poll(() => python.held()).toEqual([])
        const { number, prompt } = Object(view).llm_request
        expect(JSON.parse(prompt)).toMatchObject({ paths: [0, 1, 2].map((n) => `/${turn}/${n}`) })
        await using next = await place.open()
        await using process = await world.open({ runtime: next.runtime, provider: provider.url })
        got(await process.scripts.respond(call, { number, response: `answer ${turn}` }))
        if (turn === pauses - 1) expect(await world.settled(id)).toMatchObject({ status: 'completed' })
        else await expect.poll(() => world.settled(id)).not.toEqual(view)
      }
      const done = await world.settled(id)
      const linesOf = (line: (turn: number) => string) =>
        Array.from({ length: pauses }, (_, turn) => line(turn)).join('')
      expect(done).toMatchObject({
        stdout: linesOf((turn) => `asks ${turn}\n`),
        stderr: linesOf((turn) => `has answer ${turn}\n`),
      })
      expect(Object(done).result.map(([, answer]: [unknown, string]) => answer)).toEqual(
        Array.from({ length: pauses }, (_, turn) => `answer ${turn}`),
      )
      expect(asked.toSorted()).toEqual(Array.from({ length: 3 * pauses }, (_, n) => `/${Math.floor(n / 3)}/${n % 3}`))

      const { durable } = world.process
      const recordings = createRecordingSource(durable.db, testSeals)
      const row = await world.db.execution.findFirstOrThrow()
      const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
      expect(await replay(ExecutionId.parse(row.id))).toMatchObject({
        kind: 'same',
        otherInterpreter: undefined,
        fuelUsed: Number(row.fuelUsed) / instructionsPerUnit,
        hostCalls: await world.db.journalEntry.count(),
        fuelCheck: python.runtime.about.limits.fuel ? 'compared' : 'not_counted',
      })
      expect(asked).toHaveLength(3 * pauses)
    })
  })
}
