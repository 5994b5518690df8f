import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { instructionsPerUnit } from '#runner/contract/fuel.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { SkillSource } from '#runner/core/ports.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'

const operator: Principal = { id: 'main', role: 'operator', source: 'main', trust: 'full' }

async function composeTest(variables: Record<string, string> = {}, options: { skillsFirst?: SkillSource } = {}) {
  const stack = new AsyncDisposableStack()
  const services = await openServices(stack, variables, options)
  return { services, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('replays a stored flight search with the same output and fuel, as long as its answers are stored', async () => {
  await using composed = await composeTest()
  const { services } = composed
  const params = { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy' }
  const input = { action: 'search_flights', params, config: { max_results: 20 } }
  const output = await services.runner.execute('flight-search', input, { principal: operator })
  const row = await services.db.execution.findFirstOrThrow({ include: { journal: true } })
  const id = ExecutionId.parse(row.id)
  expect(await services.db.answerBlob.count()).toBeGreaterThan(0)

  const replayed = await services.replay(id)
  expect(replayed).toEqual({
    kind: 'same',
    output,
    fuelUsed: Number(row.fuelUsed) / instructionsPerUnit,
    hostCalls: row.journal.length,
    endedOutside: undefined,
    fuelCheck: 'compared',
  })

  await services.db.answerBlob.deleteMany({ where: { hash: { not: row.resultsHash ?? '' } } })
  expect(await services.replay(id)).toMatchObject({
    kind: 'refused',
    error: { code: 'NOT_FOUND', details: { answers: expect.stringContaining('is no longer stored') } },
  })
})

/** Echoes everything it was sent, in every form in which a value can come back. */
function startEcho() {
  return openHttpServer(async (request, response) => {
    const all = `${request.url} ${JSON.stringify(request.headers)} ${await text(request)}`
    const forms = [
      all,
      encodeURIComponent(all),
      ...(['base64', 'hex'] as const).map((form) => Buffer.from(all).toString(form)),
    ]
    response.setHeader('x-echo', request.headers.authorization ?? '')
    response.end(JSON.stringify({ forms, key: request.headers.authorization }).padEnd(20_000, ' '))
  })
}

test('stores no credential that a provider echoes, in rows or in stored answers', async () => {
  await using echo = await startEcho()
  const value = 'kq8-Secret/Value+19%"x'
  const code = `globalThis.__skill = async () => {
    const key = secrets.get('ECHO_KEY')
    const results = []
    for (const path of ['/one?key=' + key, '/two']) {
      const response = await fetch('https://echo.example.com' + path, {
        method: 'POST', headers: { authorization: 'Bearer ' + key }, body: JSON.stringify({ key }),
      })
      const body = await response.text()
      console.log(body)
      results.push({ body, echo: response.headers.get('x-echo') })
    }
    return { results }
  }`
  const manifest = testManifest({
    name: 'echoes',
    permissions: { network: { egress: ['echo.example.com'], methods: ['POST'] }, secrets: ['ECHO_KEY'] },
  })
  const digest = createHash('sha256').update(code).digest('hex')
  const skill = loadedSkill(manifest, code, digest)
  await using composed = await composeTest(
    {
      TRAVEL_CREDENTIALS: '{"ECHO_KEY":["echo.example.com"]}',
      TRAVEL_UPSTREAMS: JSON.stringify({ 'echo.example.com': echo.url }),
      ECHO_KEY: value,
    },
    { skillsFirst: fixedSkills(skill) },
  )
  const { services } = composed
  const input = { action: 'echo', params: {}, config: {} }
  const output = await services.runner.execute('echoes', input, { principal: operator })
  expect(output).toMatchObject({ status: 'success' })

  const blobs = await services.db.answerBlob.findMany()
  expect(blobs.length).toBeGreaterThanOrEqual(2)
  const rows = [await services.db.execution.findMany(), await services.db.journalEntry.findMany()]
  const texts = [
    JSON.stringify(rows, (_, item) => (typeof item === 'bigint' ? `${item}` : item)),
    ...blobs.map(({ bytes }) => zstdDecompressSync(bytes).toString('latin1')),
  ]
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString('hex'),
  ]
  for (const form of [...forms, ...base64Forms(value)]) {
    for (const one of texts) expect(one.includes(form), form).toBe(false)
  }
  // The provider did echo the value: the placeholder replaced it.
  expect(texts.some((one) => one.includes('__secret_ECHO_KEY'))).toBe(true)

  const { id } = await services.db.execution.findFirstOrThrow()
  await echo[Symbol.asyncDispose]()
  expect(await services.replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same', output })
})

/** The characters that base64 of a longer text always contains for this value, at each offset in a 3-byte group. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : before + 1, -2)
  })
}

test('keeps the order of the keys of results and stored values in the record of a skill, and in its replay', async () => {
  const ordered = '{"zebra":1,"b":{"name":"x","id":{"zz":1,"a":2}},"aa":[{"y":1,"x":2},[{"d":1,"c":2}]],"a":2}'
  const code = `globalThis.__skill = async () => {
    await kv.put('v', ${ordered})
    return { results: [${ordered}, await kv.get('v')] }
  }`
  const manifest = testManifest({ name: 'ordered', permissions: { storage: true } })
  const skill = loadedSkill(manifest, code, createHash('sha256').update(code).digest('hex'))
  await using composed = await composeTest({}, { skillsFirst: fixedSkills(skill) })
  const { services } = composed
  const input = { action: 'echo', params: {}, config: {} }
  await services.runner.execute('ordered', input, { principal: operator })
  const { id, output } = await services.db.execution.findFirstOrThrow()
  expect(JSON.stringify(Object(output).results)).toBe(`[${ordered},${ordered}]`)
  const replayed = await services.replay(ExecutionId.parse(id))
  expect(replayed.kind).toBe('same')
  const again = replayed.kind === 'same' && replayed.output.status === 'success' ? replayed.output.results : undefined
  expect(JSON.stringify(again)).toBe(`[${ordered},${ordered}]`)
})
