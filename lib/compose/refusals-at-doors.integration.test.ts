import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { runMigrations } from 'graphile-worker'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRealtimeStarter } from '#lib/agents/server/tools/realtime/realtime-starter.ts'
import { mcpWorld } from '#lib/agents/server/tools/testing/mcp-world.ts'
import { type Played, playedServer, turnOf } from '#lib/agents/server/tools/testing/played-server.ts'
import { echoSkill, toolSkill, toolWorld } from '#lib/agents/server/tools/testing/tool-world.ts'
import { createSkillRunCommand } from '#lib/cli/skill-run.ts'
import { type RefusalReason, refusalReasons } from '#lib/platform/model/refusal-reasons.ts'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { DatabaseError } from '#lib/platform/server/db/database-error.ts'
import { refuse, refuseBecause } from '#lib/platform/server/http/outcome.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createSearchByCapability } from '#lib/travel/server/search/search-by-capability.ts'
import { type ErrorBody, ErrorCode, faultNames, httpStatusOf, scriptName } from '#runner/contract/errors.ts'
import { type BlamedError, blames } from '#runner/contract/faults.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { errorOutput } from '#runner/run/output.ts'
import { loadRoute } from './testing/load-route.ts'
import { openServices } from './testing/open-services.ts'
import { serveRoutes } from './testing/serve-routes.ts'

// Every refusal at every door, through the real route files: who is at fault, and what they can do.

type Refusal = ErrorCode | RefusalReason

/** Every code and every reason, by where it comes from. */
const groups = {
  /** A run ends so, or a skill raises it. */
  runs: [
    ...([
      'CAPABILITY_DENIED',
      'CAPABILITY_REVOKED',
      'EGRESS_BLOCKED',
      'TIMEOUT',
      'OUT_OF_FUEL',
      'OUT_OF_MEMORY',
    ] as const),
    ...([
      'OUTPUT_TOO_LARGE',
      'INVALID_OUTPUT',
      'SKILL_CRASHED',
      'API_TIMEOUT',
      'API_UNAVAILABLE',
      'API_INVALID_ANSWER',
    ] as const),
    ...(['API_RATE_LIMITED', 'API_AUTH_FAILED', 'API_INVALID_PARAMS', 'INTERRUPTED', 'CANCELLED', 'INTERNAL'] as const),
    ...(['NOT_CONFIGURED', 'RUNTIME_UNAVAILABLE', 'INVALID_INPUT'] as const),
    ...(['method_undeclared', 'placeholder_managed', 'placeholder_host', 'placeholder_place'] as const),
    ...(['credential_conflict', 'address_withheld', 'https_only', 'header_refused', 'header_twice'] as const),
    ...(['url_invalid', 'address_private', 'host_calls', 'effects', 'stored_answers'] as const),
  ],
  /** The checks before a skill runs. */
  checks: [
    ...(['SKILL_NOT_FOUND', 'SKILL_DISABLED', 'TRUST_EXCEEDED', 'CONFIRMATION_REQUIRED', 'prompt_skill'] as const),
    ...(['question_unknown', 'question_used', 'question_declined', 'question_expired'] as const),
    ...(['question_arguments', 'question_release'] as const),
  ],
  /** An answer of a skill that says so itself. */
  said: ['SKILL_FAILED'],
  /** Requests that are refused whatever they ask for. */
  requests: [
    ...(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'METHOD_NOT_ALLOWED'] as const),
    ...([
      'STORAGE_FULL',
      'DATABASE_UNAVAILABLE',
      'RATE_LIMITED',
      'foreign_origin',
      'hour_limit',
      'day_limit',
      'vault_key',
      'stopping',
    ] as const),
  ],
  /** What people of the pages and of the console do. */
  people: [
    ...(['fresh_sign_in', 'offer_gone', 'offers_full', 'searches_full', 'guest_searches_full'] as const),
    ...(['search_paused', 'search_past', 'REPLAY_DIVERGED', 'RECORD_NOT_AUTHENTIC'] as const),
    'moved_away',
  ],
} as const satisfies Record<string, readonly Refusal[]>
type Group = keyof typeof groups

/** An answer. `status`: over HTTP. `error`: for programs. `text`: all of it. */
type Answer = { readonly status?: number; readonly error?: Partial<ErrorBody>; readonly text: string }
type Door = {
  /** Whether the refusals of a group reach it. A text says why they cannot. */
  readonly reach: Readonly<Record<Group, true | `cannot: ${string}`>>
  ask(error: BlamedError, group: Group): Promise<Answer>
}

const internal = 'words for the log only'
const about = { skill: 'echo', version: '1.0.0', digest: 'd' }
/** What the doubles do: refuse before a skill runs, end a run, or throw. */
let next: { readonly error: BlamedError; readonly group: Group | 'thrown' }
let thrown: Error
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

const flights = toolSkill({ name: 'flights', capability: 'C-ANY', input_schema: { search_flights: {} } })
let answers: Record<string, (request?: object) => Promise<Answer>> = {}

const bodyOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, error: Object(JSON.parse(text)).error, text }
}
const dayAhead = new Date(Date.now() + 60 * 24 * 60 * 60_000).toISOString().slice(0, 10)

beforeAll(async () => {
  const real = await openServices(stack)
  const world = toolWorld([echoSkill, flights], {
    reply: () => ({ results: [{ success: false }], message: 'It is closed.' }),
    runs: (runner) => ({
      ...runner,
      admit: async (asked, input, config) =>
        next.group === 'runs' || next.group === 'said' || next.group === 'thrown'
          ? runner.admit(asked, input, config)
          : {
              kind: 'refused',
              ...about,
              error: next.error,
              reason: internal,
              principal: config?.principal ?? publicPrincipal,
            },
      async run(admitted) {
        if (next.group === 'thrown') throw thrown
        return next.group === 'said' ? runner.run(admitted) : errorOutput(about, next.error)
      },
    }),
  })
  const mcp = stack.use(mcpWorld(world))
  const api = stack.use(await playedServer())
  const url = api.url.replace(/^ws/, 'http')
  const { host } = new URL(url)
  const realtime = createRealtimeStarter({
    settings: { url, model: 'voice-1', credential: 'KEY' },
    broker: {
      bind: async () => new Map([['KEY', { version: '1', hosts: [host], value: () => 'sk-s3cret-of-voice' }]]),
    },
    tools: world.tools,
    limits: createRateLimits(),
    diskRoom: { problem: () => undefined },
    agentKeys: real.agentKeys,
    keys: { watch: () => ({ [Symbol.dispose]() {} }) },
    append: async () => {},
    clock: { now: () => 0 },
    log: recordingLog(),
  })
  stack.use(realtime)
  const refusal = async () => ({ ok: false as const, error: next.error })
  const serving = serveRoutes(async () => ({
    ...real,
    limits: createRateLimits({ policies: {} }),
    invokeSkill: world.invoke,
    tools: world.tools,
    mcp: mcp.door,
    realtime,
    trips: { ...real.trips, save: refusal },
    agentKeys: { ...real.agentKeys, create: refusal },
    searchByCapability: createSearchByCapability({
      skills: { byCapability: async () => [flights] },
      switchedOff: async () => undefined,
      invoke: world.invoke,
      clock: real.clock,
      log: recordingLog(),
    }),
  }))
  stack.use(serving)

  const origin = 'http://localhost:3000'
  const begun = got(await real.auth.beginGuest(new Headers()))
  await real.db.user.updateMany({ data: { role: 'operator' } })
  const cookie = `${begun.cookie.name}=${begun.cookie.value}`
  const key = got(
    await real.agentKeys.create(commandLine, { slug: 'voice', skills: ['*'], source: 'main', description: '' }),
  ).key
  const requestOf = (path: string, body?: object, more: Record<string, string> = {}) =>
    new Request(`${origin}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { host: 'localhost:3000', origin, cookie, 'content-type': 'application/json', ...more },
    })
  const bearer = { authorization: `Bearer ${key}` }
  const params = Promise.resolve({ slug: 'voice' })

  const [invoke, call, mcpRoute, voice, search, save, create, view, detail] = await Promise.all([
    loadRoute('api/skills/invoke', 'POST'),
    loadRoute('api/agents/[slug]/tools/call', 'POST'),
    loadRoute('mcp', 'POST'),
    loadRoute('api/agents/[slug]/realtime', 'POST'),
    loadRoute('api/search/flights', 'GET'),
    loadRoute('api/trips', 'POST'),
    loadRoute('api/console/[...path]', 'POST'),
    loadRoute('executions/[id]', 'GET'),
    loadRoute('api/console/[...path]', 'GET'),
  ])

  const client = new Client({ name: 'test', version: '1.0.0' })
  next = { error: refuse('INTERNAL').error, group: 'said' }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      fetch: (address, init) => {
        const request = new Request(address, init)
        for (const [name, value] of Object.entries({ ...bearer, host: 'localhost:3000' }))
          request.headers.set(name, value)
        return request.method === 'POST' ? mcpRoute(request) : Promise.resolve(new Response(null, { status: 405 }))
      },
    }),
  )
  stack.defer(() => client.close())

  const connection = api.connection()
  expect((await voice(requestOf('/api/agents/voice/realtime', { call_id: 'rtc_1' }, bearer), { params })).status).toBe(
    202,
  )
  const played: Played = await connection
  let turns = 0

  await runMigrations({ connectionString: String(real.env.databaseUrl) })
  const { profile_id: profile } = got(await real.profiles.create({ description: 'x', hosts: [], keys: [] }, 'local'))
  const row = await real.db.profile.findFirstOrThrow()
  const { version } = got(await real.manageProfiles.change(commandLine, row.id, {}))
  got(await real.manageProfiles.lock(commandLine, row.id, { version }))
  const started = got(
    await real.scripts.execute({ profile_id: profile, script: '1', language: 'javascript' }, new Headers()),
  )
  const { id } = await real.db.execution.findFirstOrThrow()
  const stored = (skill: string) => {
    const output = JSON.stringify(errorOutput({ ...about, skill }, next.error))
    return real.db.$executeRaw`update executions
      set skill = ${skill}, status = 'error', error_code = ${next.error.code}, output = ${output}::jsonb,
        finished_at = now()
      where id = ${id}`
  }

  answers = {
    pages: async () => bodyOf(await invoke(requestOf('/api/skills/invoke', { skill: 'echo', input: say }))),
    tools: async () =>
      bodyOf(
        await call(requestOf('/api/agents/voice/tools/call', { name: 'say', arguments: say.params }, bearer), {
          params,
        }),
      ),
    async mcp() {
      const { structuredContent, isError, ...rest } = await client.callTool({ name: 'say', arguments: say.params })
      expect(isError).toBe(true)
      return { error: Object(structuredContent).error, text: JSON.stringify(rest) }
    },
    async realtime() {
      turns += 1
      const one = { id: `c${turns}`, name: 'say', arguments: say.params }
      for (const event of turnOf(`r${turns}`, [one])) played.say(event)
      const { item } = await played.hear('conversation.item.create')
      const text = String(Object(item).output)
      return { error: JSON.parse(text).error, text }
    },
    async search() {
      const query = `origin=SEA&destination=NRT&date=${dayAhead}`
      const response = await search(requestOf(`/api/search/flights?${query}`, undefined, { accept: '*/*' }))
      const text = await response.text()
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const error = lines.map(({ error, output }) => error ?? output?.error).find((one) => one !== undefined)
      return { status: response.status, error, text }
    },
    trips: async () =>
      bodyOf(
        await save(requestOf('/api/trips', { kind: 'flights', skill: 'x', search: '', offer_id: '', product: '' })),
      ),
    async console() {
      const params = Promise.resolve({ path: ['agent-keys'] })
      return bodyOf(await create(requestOf('/api/console/agent-keys', {}), { params }))
    },
    async executions() {
      await stored(scriptName)
      const { executionToken } = started
      const response = await view(requestOf(`/executions/${executionToken}`), {
        params: Promise.resolve({ id: executionToken }),
      })
      const text = await response.text()
      const { error_code: code, reason, fault, error: message } = JSON.parse(text)
      return { status: response.status, error: { code, reason, fault, message }, text }
    },
    async record() {
      await stored('echo')
      const response = await detail(requestOf(`/api/console/executions/${id}`), {
        params: Promise.resolve({ path: ['executions', id] }),
      })
      const text = await response.text()
      return { status: response.status, error: { ...JSON.parse(text).error, code: JSON.parse(text).error_code }, text }
    },
    async cli() {
      const output =
        next.group === 'said' ? await world.invoke({ skill: 'echo', input: say, ...commandLine, signal }) : undefined
      const ended = output?.kind === 'answered' ? output.output : errorOutput(about, next.error)
      const written: Record<'out' | 'err', string> = { out: '', err: '' }
      const listen = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
        vi.spyOn(stream, 'write').mockImplementation((text) => {
          written[name] += String(text)
          return true
        })
      const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
      const command = createSkillRunCommand(async () => ({ output: ended, isWithheld: false }))
      try {
        await command.parseAsync(['echo', '--input', '-', '--json'], { from: 'user' })
      } finally {
        for (const spy of spies) spy.mockRestore()
      }
      expect(process.exitCode).toBe(1)
      process.exitCode = undefined
      return { error: JSON.parse(written.out).error, text: written.err }
    },
  }
})
const say = { action: 'say', params: { text: 'hi' } }
const { signal } = new AbortController()

const answerOf = (name: string) => async (): Promise<Answer> => {
  const ask = answers[name]
  if (!ask) throw new Error(name)
  return ask()
}
const ofSkills = {
  runs: true,
  checks: true,
  said: true,
  requests: 'cannot: they are refused before a skill is asked',
} as const
const onlyPeople = 'cannot: only pages and the console do this' as const

const doors: Readonly<Record<string, Door>> = {
  pages: { reach: { ...ofSkills, people: onlyPeople }, ask: answerOf('pages') },
  tools: { reach: { ...ofSkills, people: onlyPeople }, ask: answerOf('tools') },
  mcp: { reach: { ...ofSkills, people: onlyPeople }, ask: answerOf('mcp') },
  realtime: { reach: { ...ofSkills, people: onlyPeople }, ask: answerOf('realtime') },
  cli: { reach: { ...ofSkills, people: onlyPeople }, ask: answerOf('cli') },
  search: {
    reach: { ...ofSkills, said: 'cannot: a source of a search is no handler', people: onlyPeople },
    ask: answerOf('search'),
  },
  trips: {
    reach: {
      runs: true,
      checks: true,
      said: 'cannot: it keeps an answer, and tells none',
      requests: true,
      people: true,
    },
    ask: answerOf('trips'),
  },
  console: {
    reach: { runs: true, checks: true, said: 'cannot: its pages read records', requests: true, people: true },
    ask: answerOf('console'),
  },
  executions: {
    reach: {
      ...{ runs: true, checks: true, said: 'cannot: a script is no handler' },
      ...{ requests: 'cannot: a refused request has no execution', people: onlyPeople },
    },
    ask: answerOf('executions'),
  },
  record: {
    reach: {
      ...{ runs: true, checks: true, said: 'cannot: the record has what the skill said' },
      ...{ requests: 'cannot: a refused request has no execution', people: onlyPeople },
    },
    ask: answerOf('record'),
  },
}
/** Doors of people give the words of the fault and the remedy; the view of a script says them in `error`. */
const withoutRemedy = ['executions']
const withoutReason = ['record']

const isCode = (name: Refusal): name is ErrorCode => ErrorCode.safeParse(name).success
const errorFor = (name: Refusal): BlamedError =>
  isCode(name) ? refuse(name, { facts: { skill: 'echo' } }).error : refuseBecause(name, { most: 5 }).error

test('each code and each reason has a row, and only one', () => {
  const rows: readonly string[] = Object.values(groups).flat()
  expect(rows.toSorted()).toEqual([...ErrorCode.options, ...Object.keys(refusalReasons)].toSorted())
})

test.each(Object.entries(doors))(
  'the door %s says who is at fault for each refusal, and what to do',
  async (name, door) => {
    for (const [group, refusals] of Object.entries(groups)) {
      if (!isGroup(group) || door.reach[group] !== true) continue
      for (const refusal of refusals) {
        const error = errorFor(refusal)
        next = { error, group }
        const answer = await door.ask(error, group)
        const { fault, remedy } = isCode(refusal) ? blames[refusal] : refusalReasons[refusal]
        const code = isCode(refusal) ? refusal : refusalReasons[refusal].code
        const told = {
          ...(withoutReason.includes(name) ? {} : { reason: isCode(refusal) ? undefined : refusal }),
          ...(withoutRemedy.includes(name) ? {} : { remedy }),
        }
        expect({ refusal, reason: undefined, ...answer.error }).toMatchObject({ refusal, code, fault, ...told })
        expect(answer.error?.message, refusal).toMatch(/\S/)
        expect(answer.text).not.toContain(internal)
        if (['pages', 'tools', 'trips', 'console'].includes(name)) expect(answer.status).toBe(httpStatusOf(code))
        if (name === 'cli') expect(answer.text).toContain(`At fault: ${faultNames[fault]}. ${remedy}`)
      }
    }
  },
)

test.each(['pages', 'tools', 'mcp', 'realtime', 'search'])(
  'the door %s says whether the app broke or its database is away, without the words of the error',
  async (name) => {
    next = { error: refuse('INTERNAL').error, group: 'thrown' }
    for (const [code, fault, cause] of [
      ['INTERNAL', 'platform', new Error(internal)],
      ['DATABASE_UNAVAILABLE', 'operator', new DatabaseError(internal)],
    ] as const) {
      thrown = cause
      const { error, text } = await answerOf(name)()
      expect(error).toMatchObject({ code, fault, remedy: blames[code].remedy })
      expect(text).not.toContain(internal)
    }
  },
)

const isGroup = (name: string): name is Group => Object.hasOwn(groups, name)
