import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Related, relationProblems } from '../registry/relations.ts'
import { resolve, type Universe } from './resolve.ts'

const skill = (name: string, version: string, fields: Partial<Related> = {}): Related => ({
  name,
  version,
  dependencies: {},
  parents: [],
  conflicts_with: [],
  ...fields,
})
const byName = (...skills: readonly Related[]) => new Map(skills.map((one) => [one.name, one]))
const offering = (...skills: readonly Related[]): Universe['offered'] => Map.groupBy(skills, ({ name }) => name)
const none: Universe = { here: new Map(), offered: new Map() }
const named = (resolution: ReturnType<typeof resolve>) =>
  resolution.ok ? resolution.skills.map(({ name, version }) => `${name} ${version}`) : resolution.problem

describe('the skills that an installation brings', () => {
  it('are only the skill itself when it needs no other', () => {
    expect(named(resolve(skill('a', '1.0.0'), none))).toEqual(['a 1.0.0'])
  })

  it('come each after what it needs, in the highest version that fits', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '^1.0.0' }, parents: ['c'] })
    const offered = offering(
      skill('b', '1.0.0'),
      skill('b', '1.4.0', { dependencies: { c: '>=2.0.0' } }),
      skill('b', '2.0.0'),
      skill('c', '2.1.0'),
    )
    expect(named(resolve(a, { ...none, offered }))).toEqual(['c 2.1.0', 'b 1.4.0', 'a 1.0.0'])
  })

  it('leave a skill that is here as it is, even if a higher version is offered', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '^1.0.0' } })
    const universe = { here: byName(skill('b', '1.0.0')), offered: offering(skill('b', '1.9.0')) }
    expect(named(resolve(a, universe))).toEqual(['a 1.0.0'])
  })

  it('take a lower version when the highest one cannot run', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '*' } })
    const offered = offering(skill('b', '1.0.0'), skill('b', '2.0.0', { dependencies: { gone: '*' } }))
    expect(named(resolve(a, { ...none, offered }))).toEqual(['b 1.0.0', 'a 1.0.0'])
  })
})

describe('the explanation of what cannot be installed', () => {
  it('names every range of a skill that two others need in different versions', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '*', c: '^1.0.0' } })
    const offered = offering(
      skill('b', '1.0.0', { dependencies: { c: '^2.0.0' } }),
      skill('c', '1.0.0'),
      skill('c', '2.0.0'),
    )
    expect(named(resolve(a, { ...none, offered }))).toEqual({
      code: 'no_version',
      other: 'c',
      wanted: [
        { by: 'a', range: '^1.0.0' },
        { by: 'b', range: '^2.0.0' },
      ],
      found: ['1.0.0', '2.0.0'],
      isHere: false,
    })
  })

  it('says that the version that is here stays', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '^2.0.0' } })
    const universe = { here: byName(skill('b', '1.0.0')), offered: offering(skill('b', '2.0.0')) }
    expect(named(resolve(a, universe))).toMatchObject({ code: 'no_version', found: ['1.0.0'], isHere: true })
  })

  it('names a skill that the source does not offer', () => {
    const a = skill('a', '1.0.0', { parents: ['b'] })
    const problem = { code: 'missing', other: 'b' }
    expect(named(resolve(a, none))).toEqual({ code: 'relation', name: 'a', problem })
  })

  it('names the whole cycle', () => {
    const a = skill('a', '1.0.0', { dependencies: { b: '*' } })
    const offered = offering(skill('b', '1.0.0', { dependencies: { a: '*' } }))
    const problem = { code: 'cycle', names: ['a', 'b', 'a'] }
    expect(named(resolve(a, { ...none, offered }))).toEqual({ code: 'relation', name: 'a', problem })
  })

  it('names the skill that is here and could no longer run', () => {
    const user = skill('user', '1.0.0', { dependencies: { a: '^1.0.0' } })
    const problem = { code: 'version', other: 'a', range: '^1.0.0', found: '2.0.0', alsoWanted: [] }
    const universe = { ...none, here: byName(user, skill('a', '1.0.0')) }
    expect(named(resolve(skill('a', '2.0.0'), universe))).toEqual({ code: 'relation', name: 'user', problem })
  })
})

const names = ['a', 'b', 'c', 'd'] as const
const versions = ['1.0.0', '1.1.0', '2.0.0'] as const
const range = fc.constantFrom('*', '^1.0.0', '^1.1.0', '^2.0.0', '1.0.0')
const fields = fc.record({
  dependencies: fc.dictionary(fc.constantFrom(...names), range, { maxKeys: 2 }),
  parents: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 1 }),
  conflicts_with: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 1 }),
})
const anyUniverse = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...versions), fields, fc.boolean()), { maxLength: 9 })
  .map((rows) => {
    const here = new Map<string, Related>()
    const offered: Related[] = []
    for (const [name, version, rest, isHere] of rows) {
      if (isHere) here.set(name, skill(name, version, rest))
      else if (!offered.some((one) => one.name === name && one.version === version)) {
        offered.push(skill(name, version, rest))
      }
    }
    return { here, offered: offering(...offered) }
  })

/** Whether these skills can run beside those that are here, by the rules alone. */
function isSound(chosen: readonly Related[], here: Universe['here']): boolean {
  const before = relationProblems([...here.keys()], here, () => true)
  const all = new Map([...here, ...chosen.map((one) => [one.name, one] as const)])
  const after = relationProblems([...all.keys()], all, () => true)
  return [...after.keys()].every((name) => before.has(name) && !chosen.some((one) => one.name === name))
}

/** Every choice of at most one version of each offered skill that is not here. */
function* choices(asked: Related, { here, offered }: Universe): Generator<readonly Related[]> {
  const free = [...offered].filter(([name]) => name !== asked.name && !here.has(name))
  function* pick(at: number, chosen: readonly Related[]): Generator<readonly Related[]> {
    const [, able = []] = free[at] ?? []
    if (at === free.length) return yield chosen
    yield* pick(at + 1, chosen)
    for (const one of able) yield* pick(at + 1, [...chosen, one])
  }
  yield* pick(0, [asked])
}

describe('resolve', () => {
  it('finds skills that fit exactly if trying every choice finds some', () => {
    fc.assert(
      fc.property(anyUniverse, fields, (universe, rest) => {
        const asked = skill('a', '1.0.0', rest)
        const found = resolve(asked, universe)
        const exists = [...choices(asked, universe)].some((chosen) => isSound(chosen, universe.here))
        expect(found.ok).toBe(exists)
        if (found.ok) expect(isSound(found.skills, universe.here)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a hostile source', () => {
  it('whose versions are no versions gets a refusal', () => {
    const a = skill('a', '1.0.0', { parents: ['b'] })
    expect(resolve(a, { ...none, offered: offering(skill('b', 'first'), skill('b', 'second')) }).ok).toBe(false)
  })

  it('with thousands of versions that never fit is given up', () => {
    const many = (name: string, fields: Partial<Related>) =>
      Array.from({ length: 4_000 }, (_, at) => skill(name, `1.0.${at}`, fields))
    const offered = offering(...many('b', { dependencies: { c: '2' } }), ...many('c', {}))
    expect(named(resolve(skill('a', '1.0.0', { dependencies: { b: '*' } }), { ...none, offered }))).toMatchObject({
      code: 'too_many',
    })
  })
})
