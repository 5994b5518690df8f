import { describe, expect, it } from 'vitest'
import { testManifest } from '../testing/test-manifest.ts'
import { type NamedManifest, stepProblems } from './check-steps.ts'
import { formatProblem, pathText } from './manifest-problem.ts'
import { readManifestText } from './testing/read-manifest-text.ts'

type Fields = Readonly<Record<string, unknown>>
const manifest = (name: string, fields: Fields) => testManifest({ name, ...fields })
const text = { type: 'string' }
const object = (properties: Fields, ...required: string[]) => ({ type: 'object', properties, required })

const search = manifest('search', {
  actions: {
    find: {
      input: object({ from: text, currency: { enum: ['EUR', 'USD'] }, most: { type: 'integer' } }, 'from'),
      output: object(
        { id: text, price: object({ amount: { type: 'number' } }), note: { type: ['string', 'null'] } },
        'id',
      ),
    },
    count: { input: object({}) },
  },
})
const book = manifest('book', {
  effects: ['act'],
  actions: {
    book: {
      input: object({ id: text, seats: { type: 'array', items: text }, who: object({ name: text }, 'name') }, 'id'),
    },
  },
})
const known = new Map([search, book].map((one) => [one.name, one]))

const input = { plan: object({ from: text, to: text, count: { type: 'number' } }, 'from') }
const find = (params: Fields = { from: '/input/from' }) => ({ skill: 'search', action: 'find', params })
const trip = (steps: readonly Fields[], fields: Fields = {}) =>
  manifest('trip', { input_schema: input, dependencies: { search: '*', book: '*' }, steps, ...fields })

const named: NamedManifest = (name) => known.get(name)
const problems = (steps: readonly Fields[], fields: Fields = {}, among = named) =>
  stepProblems(trip(steps, fields), among).map(({ path, message, remedy }) => `${pathText(path)} ${message}: ${remedy}`)

describe('the steps of a skill beside the skills that they name', () => {
  it('fit if each parameter is known and its value may be of its type', () => {
    const steps = [
      find({ from: '/input/from', currency: { value: 'EUR' }, most: '/input/count' }),
      {
        skill: 'book',
        action: 'book',
        params: { id: '/steps/0/results/0/id', seats: ['/input/to'], who: { name: '/steps/0/results/0/note' } },
      },
    ]
    expect(problems(steps)).toEqual([])
  })

  it.each([
    [
      'an unknown action',
      [{ skill: 'search', action: 'fnd', params: {} }],
      'steps[0].action fnd is not an action of search: did you mean "find"?',
    ],
    [
      'an unknown parameter',
      [find({ from: '/input/from', form: '/input/to' })],
      'steps[0].params.form is not a parameter of find of search: did you mean "from"?',
    ],
    [
      'a missing parameter',
      [find({})],
      'steps[0].params.from is missing, and find of search needs it: map a value to it',
    ],
    [
      'an input that the skill does not have',
      [find({ from: '/input/frm' })],
      'steps[0].params.from /input/frm reads frm, which its schema does not describe: did you mean "from"?',
    ],
    [
      'an input that may be absent',
      [find({ from: '/input/to' })],
      'steps[0].params.from /input/to may be absent, and the action needs a value: require it in the input schema of this skill',
    ],
    [
      'a type that cannot fit',
      [find({ from: '/input/from', currency: '/input/count' })],
      'steps[0].params.currency /input/count is number, which cannot be string as the action accepts it: map another value',
    ],
    [
      'a fixed value that cannot fit',
      [find({ from: '/input/from', currency: { value: 'GBP' } })],
      'steps[0].params.currency is a value that the action does not accept: write string that it accepts',
    ],
    [
      'a result that no schema describes',
      [find(), { skill: 'book', action: 'book', params: { id: '/steps/0/results/0/idd' } }],
      'steps[1].params.id /steps/0/results/0/idd reads idd, which its schema does not describe: did you mean "id"?',
    ],
    [
      'a result of another type',
      [find(), { skill: 'book', action: 'book', params: { id: '/steps/0/results/0/price' } }],
      'steps[1].params.id /steps/0/results/0/price is object, which cannot be string as the action accepts it: map another value',
    ],
    [
      'results without an output schema',
      [
        { skill: 'search', action: 'count', params: {} },
        { skill: 'book', action: 'book', params: { id: '/steps/0/results/0/id' } },
      ],
      'steps[1].params.id /steps/0/results/0/id reads the results of count of search, which has no output schema: its author must describe a result in actions.count.output',
    ],
    [
      'an action that acts before the last step',
      [{ skill: 'book', action: 'book', params: { id: '/input/from' } }, find()],
      'steps[0].action book acts, and only the last step may act: make it the last step',
    ],
  ])('are refused for %s, with the field named', (_what, steps, expected) => {
    expect(problems(steps)).toEqual([expected])
  })

  it('read the contract of a capability', () => {
    const flights = manifest('flights', { capability: 'C-FLIGHT-SEARCH' })
    const step = (id: string) => ({ skill: 'book', action: 'book', params: { id } })
    const first = (params: Fields) => ({ skill: 'flights', action: 'search_flights', params })
    const among: NamedManifest = (name) => (name === 'flights' ? flights : named(name))
    const found = problems([first({}), step('/steps/0/results/0/idd')], {}, among)
    expect(found).toContainEqual(expect.stringContaining('did you mean "id"?'))
    expect(
      problems([first({}), step('/steps/0/results/0/id')], {}, among).filter((one) => one.startsWith('steps[1]')),
    ).toEqual([])
  })

  it('may be skills of steps, up to three levels, and return what their last step returns', () => {
    const inner = (name: string, skill: string, action: string) =>
      manifest(name, {
        input_schema: input,
        dependencies: { [skill]: '*' },
        steps: [{ skill, action, params: { from: '/input/from' } }],
      })
    const two = inner('two', 'search', 'find')
    const three = inner('three', 'two', 'plan')
    const four = inner('four', 'three', 'plan')
    const among: NamedManifest = (name) => [two, three, four].find((one) => one.name === name) ?? named(name)
    const outer = (skill: string) => [
      { skill, action: 'plan', params: { from: '/input/from' } },
      { skill: 'book', action: 'book', params: { id: '/steps/0/results/0/id' } },
    ]
    expect(problems(outer('three'), {}, among)).toEqual([])
    expect(problems(outer('four'), {}, among)).toEqual([
      'steps have more than 3 levels: trip → four → three → two: name the skills of the inner steps directly',
    ])
  })
})

describe('a manifest with steps', () => {
  const head = `name: x
version: "0.1.0"
description: Plans.
risk_level: low
dependencies: { search: "^1.0.0" }
input_schema: { plan: { type: object, properties: { from: { type: string } } } }
`
  const read = (lines: string) => {
    const result = readManifestText(head + lines)
    return result.ok ? [] : result.problems.map(formatProblem)
  }
  const steps = 'steps: [{ skill: search, action: find, params: { from: /input/from } }]\n'

  it('needs no code, and runs in the runtime of steps', () => {
    const result = readManifestText(head + steps)
    expect(result).toMatchObject({ ok: true, manifest: { runtimes: ['steps'] } })
  })

  it.each([
    ['entry: src/main.ts', 'entry'],
    ['runtimes: [container]', 'runtimes'],
    ['permissions: { network: { egress: [a.example.com] } }', 'permissions'],
    ['capability: C-OTHER', 'capability'],
    ['parents: [search]', 'parents'],
    ['effects: [act]', 'effects'],
    ['confirmation: { required: false }', 'confirmation'],
  ])('says nothing that only code needs: %s', (line, field) => {
    expect(read(`${steps}${line}\n`)).toContainEqual(
      expect.stringContaining(`${field}: is not allowed in a skill of steps`),
    )
  })

  it.each([
    ['{ skill: other, action: find }', 'other is not listed in dependencies'],
    ['{ skill: x, action: find }', 'is this skill itself'],
    ['{ skill: search, action: find, params: { from: SEA } }', 'is not a pointer'],
    ['{ skill: search, action: find, params: { from: 7 } }', 'is a fixed value'],
    [
      '{ skill: search, action: find, params: { from: /steps/0/results/0/id } }',
      'reads neither the input nor the results of a step before',
    ],
    [
      '{ skill: search, action: find, params: { from: /input } }',
      'reads neither the input nor the results of a step before',
    ],
  ])('is refused for the step %s', (step, expected) => {
    expect(read(`steps: [${step}]\n`)).toEqual([expect.stringContaining(expected)])
  })
})
