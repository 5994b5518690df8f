import fc from 'fast-check'
import { satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { type Related, relationProblems, relationRefusal } from './relations.ts'

const skill = (name: string, fields: Partial<Related> = {}): Related => ({
  name,
  version: '1.0.0',
  dependencies: {},
  parents: [],
  conflicts_with: [],
  ...fields,
})

const problemsAmong = (skills: readonly Related[], off: readonly string[] = []) => {
  const names = skills.map(({ name }) => name)
  const isOn = (name: string) => names.includes(name) && !off.includes(name)
  return relationProblems(names, new Map(skills.map((each) => [each.name, each])), isOn)
}

const refusals = (skills: readonly Related[], off: readonly string[] = []) =>
  [...problemsAmong(skills, off)].map(([name, problem]) => relationRefusal(name, problem))

describe('a skill that needs others', () => {
  it('runs beside them if they are on and have a version in its range', () => {
    expect(refusals([skill('a', { dependencies: { b: '^1.0.0' }, parents: ['c'] }), skill('b'), skill('c')])).toEqual(
      [],
    )
  })

  it('is refused without them, and so is a skill that needs the refused one', () => {
    expect(refusals([skill('a', { parents: ['b'] }), skill('b', { dependencies: { c: '*' } })])).toEqual([
      'a needs b, and b needs c, which is not here. Add it.',
      'b needs c, which is not here. Add it.',
    ])
  })

  it('is refused while one of them is disabled', () => {
    expect(refusals([skill('a', { dependencies: { b: '*' } }), skill('b')], ['b'])).toEqual([
      'a needs b, which does not run, because it is disabled or refused. Enable or correct it first.',
    ])
  })

  it('is refused with another version of them, and the refusal names every range that others want', () => {
    const skills = [
      skill('a', { dependencies: { c: '^1.0.0' } }),
      skill('b', { dependencies: { c: '^2.0.0' } }),
      skill('c', { version: '1.4.0' }),
    ]
    expect(refusals(skills)).toEqual([
      'b needs c ^2.0.0, but version 1.4.0 is here (a needs ^1.0.0). Use a version of c that all accept.',
    ])
  })

  it('is refused for a step that does not fit, once the actions of both are known', () => {
    const known: Partial<Related> = { kind: 'tool', actions: { find: {} }, input_schema: {}, effects: ['read'] }
    const steps = [{ skill: 'b', action: 'fnd', params: {} }]
    const a = skill('a', { dependencies: { b: '*' }, ...known, steps })
    expect(refusals([a, skill('b')])).toEqual([])
    expect(refusals([a, skill('b', known)])).toEqual([
      'a has a step that does not fit: steps[0].action fnd is not an action of b. Did you mean "find"?',
    ])
  })

  it('is refused if it needs itself in the end, and the refusal names the whole cycle', () => {
    const skills = [
      skill('a', { dependencies: { b: '*' } }),
      skill('b', { parents: ['c'] }),
      skill('c', { dependencies: { a: '*' } }),
      skill('d', { dependencies: { a: '*' } }),
    ]
    const cycle = (names: string) => `needs itself: ${names}. Remove one of these dependencies or parents.`
    expect(refusals(skills)).toEqual([
      `a ${cycle('a → b → c → a')}`,
      `b ${cycle('b → c → a → b')}`,
      `c ${cycle('c → a → b → c')}`,
      `d needs a, and a ${cycle('a → b → c → a')}`,
    ])
  })

  it('may have a parent and a grandparent, but no more levels', () => {
    const line = [
      skill('a', { parents: ['x', 'b'] }),
      skill('b', { parents: ['c'] }),
      skill('c', { parents: ['d'] }),
      skill('d'),
      skill('x'),
    ]
    expect(refusals(line)).toEqual([
      'a has more than 2 levels of parents: a → b → c → d. Name the needed ancestor as a parent directly.',
    ])
  })
})

describe('a conflict', () => {
  it('stops the skill that declares it, not the other one', () => {
    expect(refusals([skill('a', { conflicts_with: ['b'] }), skill('b')])).toEqual([
      'a cannot run beside b: a declares a conflict with b. Disable one of the two.',
    ])
  })

  it('also keeps the other one off while that is disabled', () => {
    const skills = [skill('a', { conflicts_with: ['b'] }), skill('b')]
    expect(refusals(skills, ['b'])).toEqual([
      'b cannot run beside a: a declares a conflict with b. Disable one of the two.',
    ])
  })

  it('holds for the descendants of both', () => {
    const skills = [
      skill('p', { conflicts_with: ['q'] }),
      skill('child-of-p', { parents: ['p'] }),
      skill('q'),
      skill('child-of-q', { parents: ['q'] }),
    ]
    const refused = problemsAmong(skills)
    expect([...refused.keys()]).toEqual(['p', 'child-of-p'])
    const other = problemsAmong([skill('a', { conflicts_with: ['q'] }), ...skills.slice(2)], ['q'])
    expect(other.get('a')).toEqual({ code: 'conflict', other: 'child-of-q', declaredBy: 'a', against: 'q' })
  })
})

const names = ['a', 'b', 'c', 'd', 'e']
const version = fc.constantFrom('1.0.0', '1.2.0', '2.0.0')
const range = fc.constantFrom('*', '^1.0.0', '^1.1.0', '^2.0.0')
const some = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
const related = (name: string) =>
  fc.record({
    name: fc.constant(name),
    version,
    dependencies: fc.dictionary(fc.constantFrom(...names), range, { maxKeys: 2 }),
    parents: some,
    conflicts_with: some,
  })
const installation = fc.record({
  skills: fc.tuple(...names.map(related)).chain((all) => fc.subarray(all)),
  off: fc.subarray(names),
})

/** By the rules alone: removes skills that violate one until nothing changes. */
function runnable(skills: readonly Related[], off: readonly string[]): string[] {
  const on = new Map(skills.filter(({ name }) => !off.includes(name)).map((each) => [each.name, each]))
  const all = new Map(skills.map((each) => [each.name, each]))
  const needs = ({ parents, dependencies }: Related) => [...parents, ...Object.keys(dependencies)]
  const reach = (from: string, next: (skill: Related) => readonly string[]) => {
    const found = new Set<string>()
    const visit = (at: string) => {
      const skill = all.get(at)
      for (const each of skill ? next(skill) : []) {
        if (found.has(each)) continue
        found.add(each)
        visit(each)
      }
    }
    visit(from)
    return found
  }
  const family = (name: string) => [name, ...reach(name, ({ parents }) => parents)]
  const isTooDeep = ({ parents }: Related) =>
    parents.some((p) => all.get(p)?.parents.some((g) => (all.get(g)?.parents.length ?? 0) > 0))
  const isStopped = (skill: Related) =>
    reach(skill.name, needs).has(skill.name) ||
    isTooDeep(skill) ||
    Object.entries(skill.dependencies).some(([d, wanted]) => !satisfies(on.get(d)?.version ?? '0.0.0', wanted)) ||
    [...on.values()].some(
      (other) =>
        other !== skill &&
        family(skill.name).some((x) => family(other.name).some((y) => all.get(x)?.conflicts_with.includes(y))),
    )
  const left = new Map([...on].filter(([, skill]) => !isStopped(skill)))
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const skill of left.values()) if (needs(skill).some((each) => !left.has(each))) left.delete(skill.name)
  }
  return [...left.keys()].sort()
}

describe('the skills without a problem', () => {
  it('are exactly those that satisfy every rule together with what they need', () => {
    fc.assert(
      fc.property(installation, ({ skills, off }) => {
        const refused = problemsAmong(skills, off)
        const fine = skills.map(({ name }) => name).filter((name) => !off.includes(name) && !refused.has(name))
        expect(fine.sort()).toEqual(runnable(skills, off))
      }),
      { numRuns: 500 },
    )
  })

  it('do not change with the order of the skills', () => {
    fc.assert(
      fc.property(installation, ({ skills, off }) => {
        const once = [...problemsAmong(skills, off).keys()].sort()
        expect([...problemsAmong(skills.toReversed(), off).keys()].sort()).toEqual(once)
      }),
    )
  })
})
