import { describe, expect, it } from 'vitest'
import { ManifestFields } from '../contract/manifest.ts'
import { formatProblem } from './manifest-problem.ts'
import { readManifestText } from './testing/read-manifest-text.ts'

const base = `name: x
version: "0.1.0"
description: Does a thing.
risk_level: low
entry: src/main.ts
`
const read = (text: string) => readManifestText(text)
const problemsOf = (text: string): string[] => {
  const result = read(text)
  return result.ok ? [] : result.problems.map(formatProblem)
}
/** The problems of `base` plus these lines, which start at line 6. */
const withLines = (...lines: string[]): string[] => problemsOf(base + lines.join('\n'))
const action = (...lines: string[]): string[] =>
  withLines('input_schema:', '  go:', '    type: object', ...lines.map((line) => `    ${line}`))

describe('a valid manifest', () => {
  it('grants nothing that it does not list', () => {
    const result = read(base)
    expect(result.ok && result.manifest.permissions).toEqual({
      network: { egress: [], methods: ['GET'] },
      secrets: [],
      signing: { jwt: [], hmac: [] },
      filesystem: { read: [], write: [] },
      exec: [],
      llm: false,
      memory: false,
      messages: false,
      gateway: false,
      storage: false,
    })
  })

  it('may use every field, except that steps take the place of code', () => {
    const text = `name: x
version: "1.2.3-beta.1"
description: Searches.
kind: tool
capability: C-FLIGHT-SEARCH
journeys: [J1, J3]
provider: Example Air
author: Ada
license: MIT
risk_level: medium
trust: full
effects: [read, act]
confirmation: { required: true, prompt: Shall I? }
actions: { search_flights: { effects: [read], risk_level: low, confirmation: { required: false } } }
entry: src/main.ts
runtimes: [quickjs, container]
permissions:
  network: { egress: [api.example.com, "api.example.com:8443"], methods: [GET, POST] }
  secrets: [EXAMPLE_KEY, EXAMPLE_SECRET, UNUSED]
  filesystem: { read: [data, /srv/maps], write: [data/cache] }
  exec: [git]
  llm: true
  memory: true
  messages: true
  gateway: true
  storage: true
credentials:
  example: { kind: oauth2_client_credentials, host: api.example.com, token_path: /oauth2/token,
             client_id: EXAMPLE_KEY, client_secret: EXAMPLE_SECRET }
limits: { timeout_ms: 15000, memory_mb: 64, cpus: 0.5, fuel: 5000, output_kb: 1024,
          host_calls: 64, host_calls_in_flight: 8, response_kb: 8192 }
rate: { per_second: 10, min_interval_ms: 100 }
cache: { ttl_s: 300 }
policy: { user_initiated: true, no_mixing: true, longest_cache_s: 600,
          attribution: { text: Prices by Example Air, url: "https://example.com/terms" } }
input_schema:
  search_flights:
    type: object
    required: [date]
    properties: { date: { type: string, format: date }, back: { type: [string, 'null'], default: null } }
dependencies: { other-skill: "^1.2.0" }
conflicts_with: [third]
parents: [mixin]
`
    expect(problemsOf(text)).toEqual([])
    const keys = [...text.matchAll(/^\w+(?=:)/gm)].map(([key]) => key)
    expect([...keys, 'steps'].sort()).toEqual(Object.keys(ManifestFields.shape).sort())
  })

  it('normalizes a host with port 443 to the bare host', () => {
    const result = read(`${base}permissions: { network: { egress: ["api.example.com:443"] } }`)
    expect(result.ok && result.manifest.permissions.network.egress).toEqual(['api.example.com'])
  })

  it('may contain a byte order mark, CRLF line ends and an alias', () => {
    const lines = 'input_schema:\n  go: { type: object, properties: { a: &date { type: string }, b: *date } }\n'
    expect(problemsOf(`\uFEFF${(base + lines).replaceAll('\n', '\r\n')}`)).toEqual([])
  })

  it('may declare a host that only resembles a platform host', () => {
    expect(
      withLines('permissions: { network: { egress: [nottravel.internal, travel.internal.example.com] } }'),
    ).toEqual([])
  })

  it('may offer a capability without a contract, and actions without a schema', () => {
    expect(withLines('capability: C-RAIL-SEARCH', 'actions: { book: { effects: [read] } }')).toEqual([])
    expect(withLines('input_schema: { search: { type: object } }', 'actions: { book: { effects: [read] } }')).toEqual(
      [],
    )
  })

  it('has no entry if its kind is prompt', () => {
    expect(problemsOf(`${base.replace('entry: src/main.ts', 'kind: prompt')}`)).toEqual([])
    expect(withLines('kind: prompt')[0]).toContain(':5:1 entry: is not allowed in a prompt skill')
  })
})

describe('the check of a manifest, which reports each problem with file, line, field and remedy', () => {
  it.each<[string, string]>([
    [
      'permissions: { network: { egres: [a.example.com] } }',
      ':6:27 permissions.network.egres: unknown key — did you mean "egress"?',
    ],
    ['limits: { timeout-ms: 5000 }', ':6:11 limits.timeout-ms: unknown key — did you mean "timeout_ms"?'],
    ['efects: [read]', ':6:1 efects: unknown key — did you mean "effects"?'],
    [
      'limits: { timeout_ms: "15s" }',
      ':6:23 limits.timeout_ms: is text, where a number is expected — write the number',
    ],
    [
      'limits: { fuel: 1.5 }',
      ':6:17 limits.fuel: is a number, where a whole number is expected — leave out the fraction',
    ],
    ['rate: { per_second: 0 }', ':6:21 rate.per_second: is 0, where more than 0 is needed — give more than 0'],
    ['limits: { memory_mb: 1 }', ':6:22 limits.memory_mb: is 1, less than the 4 needed — give at least 4'],
    [
      'permissions: { secrets: KEY }',
      'permissions.secrets: is text, where a list is expected — put it in brackets: [KEY]',
    ],
    [
      'permissions:',
      'permissions: is empty, where a map of keys and values is expected — give it a value, or remove the key',
    ],
    ['permissions: { network: { methods: [get] } }', 'methods[0]: is "get", which is not one of GET, HEAD'],
    ['permissions: { network: { methods: [get] } }', 'did you mean "GET"?'],
    [
      'permissions: { network: { egress: ["*.example.com"] } }',
      'egress[0]: is "*.example.com", which does not have the expected format',
    ],
    ['permissions: { network: { egress: [127.0.0.1] } }', 'without scheme, path, wildcard or address'],
    [
      'permissions: { network: { egress: [https://a.example.com] } }',
      'egress[0]: is "https://a.example.com", an address — write only the host, without https://: a.example.com',
    ],
    ['permissions: { network: { egress: [https://a.example.com/v1] } }', 'without https://: a.example.com'],
    ['permissions: { network: { egress: [https://127.0.0.1] } }', 'without scheme, path, wildcard or address'],
    ['permissions: { network: { egress: [API.example.com] } }', 'in small ASCII letters'],
    [
      'capability: C-FLIGHT-SEACH',
      'capability: is C-FLIGHT-SEACH, which has no contract and resembles C-FLIGHT-SEARCH — write C-FLIGHT-SEARCH',
    ],
    [
      'capability: C-FLIGHT-SEARCH\ninput_schema: { search_flight: { type: object } }',
      ':7:17 input_schema.search_flight: "search_flight" is not an action of C-FLIGHT-SEARCH — did you mean "search_flights"?',
    ],
    [
      'capability: C-HOTEL-SEARCH\nactions: { book: { effects: [read] } }',
      'actions.book: "book" is not an action of C-HOTEL-SEARCH — write one of search_hotels, hotel_offers',
    ],
    [
      'input_schema: { search: { type: object } }\nactions: { serach: { effects: [read] } }',
      'actions.serach: has no schema — did you mean "search"?',
    ],
    ['runtimes: [banana]', 'which is not one of quickjs, python, container — write one of quickjs, python, container'],
    ['permissions: { network: { egress: ["a.example.com:70000"] } }', 'egress[0]: has a port above 65535'],
    [
      'permissions: { network: { egress: [a.example.com, runner.travel.internal] } }',
      'egress[1]: runner.travel.internal is a name of the platform itself, not of a server — remove it',
    ],
    [
      'permissions: { network: { egress: ["any.travel.internal:8443"] } }',
      'egress[0]: any.travel.internal:8443 is a name',
    ],
    ['permissions: { network: { egress: [travel.internal] } }', 'egress[0]: travel.internal is a name of the platform'],
    ['permissions: { filesystem: { read: [../other] } }', 'filesystem.read[0]: is "../other", which does not have'],
    ['permissions: { exec: [/bin/sh] }', 'exec[0]: is "/bin/sh"'],
    ['runtimes: [quikjs]', 'did you mean "quickjs"?'],
    [
      'credentials: { a: { kind: oauth2 } }',
      'credentials.a.kind: is "oauth2", which is not a known kind — write one of oauth2_client_credentials, bearer, header, query, basic',
    ],
    ['credentials: { A: { kind: oauth2 } }', 'it must be a name like amadeus'],
    ['capability: flight-search', 'it must be a code like C-FLIGHT-SEARCH'],
    [
      'dependencies: { other: banana }',
      'dependencies.other: "banana" is not a version range — write a range like "^1.2.0"',
    ],
    [
      'cache: { ttl_s: 300 }\npolicy: { longest_cache_s: 60 }',
      'cache.ttl_s: is 300, more than policy.longest_cache_s allows — write ttl_s: 60 or less',
    ],
    [
      'cache: { ttl_s: 30, requests_ttl_s: 60 }',
      'cache.requests_ttl_s: is 60, more than cache.ttl_s allows — write requests_ttl_s: 30 or less',
    ],
    [
      'policy: { attribution: { text: "Prices", url: "http://a.example" } }',
      'it must be a link like https://example.com/terms',
    ],
    ['policy: { nomixing: true }', 'policy.nomixing: unknown key — did you mean "no_mixing"?'],
    ['parents: [x]', 'parents[0]: is this skill itself'],
    ['parents: [y]', 'parents: need a skill that names its own actions: every other action is that of a parent'],
    ['journeys: [J1, J1]', ':6:16 journeys[1]: "J1" is in the list twice'],
    ['permissions: { network: { egress: [a.example.com, "a.example.com:443"] } }', 'is in the list twice'],
    [
      'effects: [act]\nconfirmation: { required: false }',
      ':4:13 risk_level: is low, but the skill acts without confirmation — write risk_level: medium',
    ],
    ['runtimes: [quickjs]\nkind: tol', 'did you mean "tool"?'],
  ])('%s', (line, expected) => {
    expect(withLines(line).join('\n')).toContain(expected)
  })

  it('a numeric version gets the advice to quote it', () => {
    expect(problemsOf(base.replace('"0.1.0"', '0.10'))).toEqual([
      'skills/x/skill.yaml:2:10 version: is a number, where text is expected — put it in quotes: version: "0.10"',
    ])
  })

  it('refuses an entry that a runtime cannot run', () => {
    expect(problemsOf(base.replace('src/main.ts', 'main.py'))).toEqual([
      'skills/x/skill.yaml:5:8 entry: main.py cannot run in quickjs — write runtimes: [python, container], or name a file in another language',
    ])
    expect(problemsOf(base.replace('src/main.ts', '../main.ts'))).toEqual([
      expect.stringContaining('entry: is "../main.ts", which does not have the expected format'),
    ])
    expect(problemsOf(base.replace('entry: src/main.ts', ''))[0]).toContain('entry: is missing, but a tool needs code')
  })

  it.each(['main.sh', 'bin/greet', 'main.rb'])('accepts any program as the entry in a container: %s', (entry) => {
    expect(problemsOf(`${base.replace('src/main.ts', entry)}runtimes: [container]\n`)).toEqual([])
  })

  it('reports both names when name and folder differ', () => {
    const [problem] = problemsOf(base.replace('name: x', 'name: y'))
    expect(problem).toBe('skills/x/skill.yaml:1:7 name: is "y", but the folder is named "x" — give both the same name')
  })

  it('refuses a credential with undeclared secrets or host', () => {
    const use = 'host: a.example.com, token_path: /t, client_id: A_KEY, client_secret: A_SECRET'
    const problems = withLines(
      'permissions: { secrets: [A_KEY], network: { egress: ["a.example.com:8443"] } }',
      `credentials: { a: { kind: oauth2_client_credentials, ${use} } }`,
    )
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('credentials.a.host: a.example.com is not listed in permissions.network.egress')
    expect(problems[1]).toContain('credentials.a.client_secret: A_SECRET is not listed in permissions.secrets')
  })

  it.each(['jwt', 'hmac'])(
    'refuses to sign by %s with a secret that is not declared or that the gateway adds',
    (kind) => {
      const [undeclared, managed, ...others] = withLines(
        `permissions: { secrets: [A_KEY, C_KEY], signing: { ${kind}: [A_KEY, B_KEY, C_KEY] }, network: { egress: [a.example.com] } }`,
        'credentials: { a: { kind: bearer, host: a.example.com, secret: C_KEY } }',
      )
      expect(undeclared).toContain(
        `permissions.signing.${kind}[1]: B_KEY is not listed in permissions.secrets — add B_KEY to permissions.secrets`,
      )
      expect(managed).toContain(`permissions.signing.${kind}[2]: the gateway adds C_KEY to requests by itself`)
      expect(others).toEqual([])
    },
  )

  it.each([
    ['a: { kind: bearer, host: a.example.com, secret: A_KEY }'],
    ['a: { kind: header, host: a.example.com, header: X-API-Key, secret: A_KEY }'],
    ['a: { kind: query, host: a.example.com, parameter: api_key, secret: A_KEY }'],
    ['a: { kind: basic, host: a.example.com, username: A_KEY, password: B_KEY }'],
    [
      'a: { kind: bearer, host: a.example.com, secret: A_KEY }, b: { kind: bearer, host: b.example.com, secret: B_KEY }',
    ],
  ])('accepts credentials that the gateway adds: { %s }', (uses) => {
    const hosts = 'egress: [a.example.com, b.example.com]'
    const permissions = `permissions: { secrets: [A_KEY, B_KEY], network: { ${hosts} } }`
    expect(problemsOf(`${base}${permissions}\ncredentials: { ${uses} }\n`)).toEqual([])
  })

  it.each([
    [
      'a: { kind: bearer, host: a.example.com, secret: C_KEY }',
      'credentials.a.secret: C_KEY is not listed in permissions.secrets — add C_KEY to permissions.secrets',
    ],
    [
      'a: { kind: header, host: a.example.com, secret: A_KEY }',
      'credentials.a.header: is missing — add header: X-API-Key',
    ],
    [
      'a: { kind: header, host: a.example.com, header: Content-Type, secret: A_KEY }',
      'credentials.a.header: content-type is a header of HTTP itself',
    ],
    [
      'a: { kind: header, host: a.example.com, header: "X Key", secret: A_KEY }',
      'credentials.a.header: is "X Key", which does not have the expected format — it must be a name like X-API-Key',
    ],
    [
      'a: { kind: query, host: a.example.com, parameter: _method, secret: A_KEY }',
      'credentials.a.parameter: _method overrides the method of a request',
    ],
    [
      'a: { kind: bearer, host: a.example.com, secret: A_KEY }, b: { kind: basic, host: a.example.com, username: A_KEY, password: B_KEY }',
      'credentials.b: sends authorization to a.example.com, and so does a — keep one of the two',
    ],
  ])('refuses credentials that cannot be added: { %s }', (uses, expected) => {
    const permissions = 'permissions: { secrets: [A_KEY, B_KEY], network: { egress: [a.example.com] } }'
    expect(withLines(permissions, `credentials: { ${uses} }`).join('\n')).toContain(expected)
  })

  it('reports all problems at once in line order, including conflicts between fields', () => {
    const lines = problemsOf(
      `name: y\nversion: 1\ndescription: ""\nrisk_level: lo\nentry: a.ts\njourneys: [J1, J1]\nfoo: 1\n`,
    )
    expect(lines.map((line) => line.split(' ')[1])).toEqual([
      'name:',
      'version:',
      'description:',
      'risk_level:',
      'journeys[1]:',
      'foo:',
    ])
  })

  it('reports at most 50 problems, and gives the number of further problems in the last', () => {
    const problems = withLines(...Array.from({ length: 80 }, (_, index) => `unknown_${index}: 1`))
    expect(problems).toHaveLength(50)
    expect(problems[49]).toContain('31 more problems follow')
  })
})

describe('the actions of a manifest', () => {
  it('have the fields that the manifest gives them', () => {
    const result = read(
      `${base}author: Ada\nlicense: MIT\nactions:\n  look: {}\n  book: { effects: [act], confirmation: { prompt: Book it? } }\n`,
    )
    expect(result).toMatchObject({
      ok: true,
      manifest: {
        author: 'Ada',
        license: 'MIT',
        actions: { look: {}, book: { effects: ['act'], confirmation: { prompt: 'Book it?' } } },
      },
    })
  })

  it.each([
    [
      'an unknown key',
      '  book: { effekts: [act] }',
      '7:11 actions.book.effekts: unknown key — did you mean "effects"?',
    ],
    [
      'an invalid name',
      '  Book it: {}',
      '7:3 actions."Book it": is not an allowed name — it must be a name like search_flights',
    ],
    [
      'an action that acts at low risk without confirmation',
      '  book: { effects: [act], confirmation: { required: false } }',
      '7:3 actions.book: has low risk, but acts without confirmation — write risk_level: medium (or high), or require confirmation: confirmation: { required: true }',
    ],
    [
      'a schema that is not for an object',
      '  book: { input: { type: string } }',
      '7:26 actions.book.input.type: must be object — params are an object: write type: object',
    ],
    [
      'times of a field that the input does not have',
      '  book: { input: { type: object, properties: { from: {}, legs: {} } }, times: { from: from, to: till } }',
      '7:97 actions.book.times.to: till is no field of the input — name the field as the input does, with in: its list',
    ],
    [
      'times of a list that the input does not have',
      '  book: { input: { type: object, properties: { legs: { items: { properties: { to: {} } } } } }, times: { in: legs, from: of, to: to } }',
      '7:122 actions.book.times.from: of is no field of an entry of legs in the input — name the field as the input does, with in: its list',
    ],
  ])('are refused with their position: %s', (_, line, problem) => {
    expect(withLines('actions:', line)).toEqual([`skills/x/skill.yaml:${problem}`])
  })

  it('are refused with two schemas for one action', () => {
    const lines = ['input_schema: { book: { type: object } }', 'actions: { book: { input: { type: object } } }']
    expect(withLines(...lines)).toEqual([
      'skills/x/skill.yaml:7:20 actions.book.input: duplicates input_schema.book — keep one of the two',
    ])
  })
})

describe('the schema of the params', () => {
  it.each<[string, string[], string]>([
    [
      'with a mistyped keyword',
      ['properties: { a: { type: string, min: 3 } }'],
      'properties.a.min: is not a supported keyword',
    ],
    ['with a wrong type', ['properties: { a: { type: strin } }'], 'properties.a.type: is not valid JSON Schema'],
    ['with an unknown format', ['properties: { a: { type: string, format: dat } }'], 'does not compile'],
    [
      'that requires a property that it does not allow',
      ['required: [dat]', 'properties: { date: true }', 'additionalProperties: false'],
      'required[0]: "dat" is required, but not allowed — did you mean "date"?',
    ],
    [
      'that refers to another document',
      ['properties: { a: { $ref: "https://example.com/s" } }'],
      'refers to a missing definition',
    ],
    [
      'that refers to a missing definition',
      ['properties: { a: { $ref: "#/definitions/b" } }'],
      'refers to a missing definition',
    ],
    [
      'that refers to itself',
      ['properties: { a: { $ref: "#/definitions/b" } }', 'definitions: { b: { not: { $ref: "#/definitions/b" } } }'],
      'refers to its own parent',
    ],
    [
      'with a pattern that is not linear in time',
      ['properties: { a: { type: string, pattern: "(?=a)" } }'],
      'use RE2 syntax',
    ],
    ['with a long pattern', [`properties: { a: { type: string, pattern: "${'a'.repeat(201)}" } }`], 'longer than 200'],
    [
      'with a pattern that compiles to a large program',
      [`properties: { a: { type: string, pattern: "${'a{1000}'.repeat(3)}" } }`],
      'properties.a.pattern: repeats too much',
    ],
  ])('%s is refused', (_, lines, expected) => {
    expect(action(...lines).join('\n')).toContain(expected)
  })

  it('may omit types and require undeclared properties, as long as it is valid JSON Schema', () => {
    const lines = [
      'properties: { a: { minimum: 1 }, b: { items: [{ type: string }] } }',
      'required: [c]',
      'anyOf: [{ required: [a] }, { required: [b] }]',
    ]
    expect(action(...lines)).toEqual([])
  })

  it('may use keywords as param names', () => {
    expect(
      action('properties: { properties: { type: string }, $ref: { type: string }, min: { type: number } }'),
    ).toEqual([])
  })

  it('that doubles in size with each definition is refused without expansion', () => {
    const doubling = Array.from({ length: 25 }, (_, index) => {
      const before = `{ $ref: "#/definitions/a${index}" }`
      return `  a${index + 1}: { allOf: [${before}, ${before}] }`
    })
    const problems = action(
      'properties: { p: { $ref: "#/definitions/a25" } }',
      'definitions:',
      '  a0: { type: string }',
      ...doubling,
    )
    expect(problems.join('\n')).toContain('is too complex to be checked in bounded time')
  })

  it.each([
    ['compares every item with every other, many times', 'uniqueItems: true', 40],
    ['checks a text for its format, many times', 'format: email', 96],
    ['searches a long list, many times', `enum: [${Array.from({ length: 900 }, (_, index) => index)}]`, 40],
  ])('that %s is refused', (_, rule, times) => {
    const use = '{ $ref: "#/definitions/a" }'
    const uses = Array.from({ length: times }, () => use).join(', ')
    const schemaOf = (list: string) => [`properties: { p: { allOf: [${list}] } }`, 'definitions:', `  a: { ${rule} }`]
    expect(action(...schemaOf(use))).toEqual([])
    expect(action(...schemaOf(uses)).join('\n')).toContain('is too complex to be checked in bounded time')
  })

  it('must describe an object', () => {
    expect(withLines('input_schema: { go: { type: array } }')[0]).toContain('input_schema.go.type: must be object')
    expect(withLines('input_schema: { Go: { type: object } }')[0]).toContain('it must be a name like search_flights')
  })
})
