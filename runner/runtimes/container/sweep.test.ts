import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EngineFailure } from './engine-failure.ts'
import { labelsOf, type Owner } from './labels.ts'
import { type SweepOptions, surveyInstances, sweep } from './sweep.ts'

const now = Date.UTC(2026, 2, 15)
const hour = 60 * 60_000

/** An engine with a container and a network of each owner. */
async function engineWith(owners: Readonly<Record<string, Partial<Owner> | undefined>>, stuck: readonly string[] = []) {
  const root = await mkdtemp(join(tmpdir(), 'travel-test-'))
  const failures: string[] = []
  const labels = Object.entries(owners).map(([name, owner]) => {
    const full = { installation: 'ours', instance: 'me', execution: 'exec', expiresMs: now + hour, ...owner }
    return [name, owner === undefined ? { 'other.label': 'x' } : labelsOf(full)] as const
  })
  const [left, leftNetworks] = [new Map(labels), new Map(labels)]
  const listOf = (things: typeof left) => async () => Array.from(things, ([name, of]) => ({ name, labels: of }))
  const removeFrom = (things: typeof left) => async (name: string) => {
    if (stuck.includes(name)) throw new EngineFailure('slow', 'not now')
    things.delete(name)
  }
  const options: SweepOptions = {
    engine: {
      containers: listOf(left),
      remove: removeFrom(left),
      networks: listOf(leftNetworks),
      removeNetwork: removeFrom(leftNetworks),
    },
    socketRoot: root,
    installation: 'ours',
    instance: 'me',
    isInUse: (name) => name.startsWith('used'),
    now: () => now,
    onFailure: (name) => failures.push(name),
  }
  return { options, left, leftNetworks, failures, root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

describe('a sweep', () => {
  test('removes only objects that are left by dead instances, unused here or long expired elsewhere', async () => {
    await using engine = await engineWith({
      'of a dead one': { instance: 'dead' },
      'of a dead one, and expired': { instance: 'dead', expiresMs: now - hour },
      'of a live one': { instance: 'live' },
      'of a live one, and expired': { instance: 'live', expiresMs: now - hour },
      'used by this one': {},
      'used by this one, and expired': { expiresMs: now - hour },
      'lost by this one': {},
      'of another installation, of a name that is dead here': { installation: 'other', instance: 'dead' },
      'of another installation, just expired': { installation: 'other', expiresMs: now - 60_000 },
      'of another installation, long expired': { installation: 'other', expiresMs: now - hour },
      'somebody’s own': undefined,
    })
    expect(await sweep(engine.options, new Set(['dead']))).toMatchObject({ containers: 4, networks: 4 })
    expect([...engine.left.keys()]).toEqual([
      'of a live one',
      'of a live one, and expired',
      'used by this one',
      'used by this one, and expired',
      'of another installation, of a name that is dead here',
      'of another installation, just expired',
      'somebody’s own',
    ])
    expect([...engine.leftNetworks.keys()]).toEqual([...engine.left.keys()])
  })

  test('continues after a failed removal, and reports it', async () => {
    await using engine = await engineWith({ a: { instance: 'dead' }, b: { instance: 'dead' } }, ['a'])
    expect(await sweep(engine.options, new Set(['dead']))).toMatchObject({ containers: 1, networks: 1 })
    expect(engine.failures).toEqual(['a', 'a'])
  })

  test('removes the socket folders of dead instances, but never its own', async () => {
    await using engine = await engineWith({})
    for (const name of ['dead', 'live', 'me']) await mkdir(join(engine.root, name, 'a'), { recursive: true })
    expect(await sweep(engine.options, new Set(['dead', 'me']))).toEqual({ containers: 0, networks: 0, folders: 1 })
    expect((await readdir(engine.root)).sort()).toEqual(['live', 'me'])
  })
})

test('a survey lists the other instances of this installation that own anything', async () => {
  await using engine = await engineWith({
    a: { instance: 'one' },
    b: { instance: 'one' },
    c: { instance: 'me' },
    d: { installation: 'other', instance: 'foreign' },
    e: undefined,
  })
  await mkdir(join(engine.root, 'two'))
  expect((await surveyInstances(engine.options)).sort()).toEqual(['one', 'two'])
})
