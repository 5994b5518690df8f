import { expect, test } from 'vitest'
import { type ImportChoices, mostBlocked, mostRows } from '../../model/console-move.ts'
import type { Verdict } from './compare-lines.ts'
import { createTally } from './tally.ts'

const skip: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }
const fields = [{ field: 'hosts', before: null, after: ['a.test'] }]
const added: Verdict = { verdict: 'new', fields }
const differs: Verdict = { verdict: 'differs', fields }
const equal: Verdict = { verdict: 'equal' }
const blocked: Verdict = { verdict: 'blocked', reason: 'no_profile' }

test('what is new is written, what is equal or blocked is left, and what differs follows the choice of its row, then of its kind', () => {
  const rows: ImportChoices['rows'] = [
    { kind: 'credentials', name: 'B', choice: 'overwrite' },
    { kind: 'profiles', name: 'D', choice: 'skip' },
    { kind: 'credentials', name: 'F', choice: 'skip' },
  ]
  const tally = createTally({ credentials: 'skip', profiles: 'overwrite', rows })
  const written = [
    tally.add('credentials', 'A', differs),
    tally.add('credentials', 'B', differs),
    tally.add('profiles', 'B', differs),
    tally.add('profiles', 'D', differs),
    tally.add('credentials', 'D', differs),
    tally.add('profiles', 'F', differs),
    tally.add('history', 'E', differs),
    tally.add('waiting', 'E', differs),
    tally.add('profiles', 'F', added),
    tally.add('waiting', 'G', { verdict: 'new', fields: [] }),
    tally.add('profiles', 'H', equal),
    tally.add('profiles', 'I', blocked),
  ]
  const [w, l] = ['write', 'leave']
  expect(written).toEqual([l, w, w, l, l, w, l, l, w, w, l, l])
  expect(tally.survey().done).toEqual({ added: 2, overwritten: 3, skipped: 5, blocked: 1 })
  const preview = createTally(undefined)
  expect([added, differs, equal, blocked].map((found) => preview.add('profiles', 'A', found))).toEqual([l, l, l, l])
  expect(preview.survey()).toMatchObject({
    kinds: { profiles: { new: 1, differs: 1, equal: 1, blocked: 1 }, credentials: { new: 0 } },
    done: { added: 0, overwritten: 0, skipped: 0, blocked: 0 },
  })
})

test('a preview names every credential and profile that is new or differs, the first blocked rows, and how many more', () => {
  const tally = createTally(undefined)
  tally.add('profiles', 'prof_1', added, { title: 'Reports' })
  tally.add('credentials', 'A', differs, { asks_again: ['prof_1'] })
  tally.add('credentials', 'B', equal)
  tally.add('history', 'exec_1', { verdict: 'new', fields: [] })
  expect(tally.survey()).toMatchObject({ moreBlocked: 0 })
  for (let at = 0; at < mostBlocked + 2; at += 1) tally.add('history', `exec_${at}`, blocked)
  tally.add('profiles', 'prof_2', added)
  const { items, moreBlocked } = tally.survey()
  expect(items.slice(0, 3)).toEqual([
    { kind: 'profiles', name: 'prof_1', title: 'Reports', ...added, asks_again: [] },
    { kind: 'credentials', name: 'A', title: 'A', ...differs, asks_again: ['prof_1'] },
    { kind: 'history', name: 'exec_0', title: 'exec_0', ...blocked },
  ])
  expect([items.length, moreBlocked]).toEqual([3 + mostBlocked, 2])
})

test('a file with more rows than one preview names, or with more text, is too much', () => {
  for (const kind of ['credentials', 'profiles'] as const) {
    const tally = createTally(undefined)
    const add = (at: number) => tally.add(kind, `${at}`, [added, equal, differs][at % 3] ?? equal)
    for (let at = 0; at < mostRows; at += 1) add(at)
    expect(() => add(0)).toThrow(/more credentials or profiles/)
  }
  const history = createTally(undefined)
  for (let at = 0; at <= mostRows; at += 1) history.add('history', `${at}`, equal)
  /** Adds two rows that a preview shows with so many characters each. */
  const addBoth = (...lengths: readonly number[]) => {
    const long = createTally(undefined)
    const foundOf = (count: number): Verdict => ({
      ...{ verdict: 'new', fields: [{ field: 'hosts', before: null, after: 'x'.repeat(count) }] },
    })
    const bare = JSON.stringify({ kind: 'profiles', name: '1', title: '1', ...foundOf(0), asks_again: [] }).length
    for (const [at, length] of lengths.entries()) long.add('profiles', `${at}`, foundOf(length - bare))
    return long.survey().items.length
  }
  expect(addBoth(2_000_000, 2_000_000)).toBe(2)
  expect(() => addBoth(2_000_000, 2_000_001)).toThrow(/more credentials or profiles/)
})

test('the digest of two surveys is the same only if every verdict, field and approval to ask again is', () => {
  const digestOf = (...adds: readonly Parameters<ReturnType<typeof createTally>['add']>[]) => {
    const tally = createTally(skip)
    for (const each of adds) tally.add(...each)
    return tally.survey().digest
  }
  const digests = [
    digestOf(),
    digestOf(['profiles', 'A', added]),
    digestOf(['credentials', 'A', added]),
    digestOf(['profiles', 'B', added]),
    digestOf(['profiles', 'A', differs]),
    digestOf(['profiles', 'A', { verdict: 'new', fields: [{ field: 'hosts', before: null, after: ['b.test'] }] }]),
    digestOf(['profiles', 'A', added, { asks_again: ['prof_1'] }]),
    digestOf(['profiles', 'A', added], ['profiles', 'B', equal]),
  ]
  expect(new Set(digests).size).toBe(digests.length)
  expect(digestOf(['profiles', 'A', added])).toBe(digests[1])
})
