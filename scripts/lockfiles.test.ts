import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

const Entry = z.looseObject({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })

const root = findProjectRoot()
const lockfiles = globSync('**/package-lock.json', {
  cwd: root,
  exclude: ['**/node_modules', '.next', '.data', 'dist'],
})
const entriesOf = (path: string) => {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
  return Object.entries(packages).filter(([name, { link }]) => name !== '' && !link)
}

it('finds the lockfiles', () => {
  expect(lockfiles).toEqual(expect.arrayContaining(['package-lock.json', 'bench/package-lock.json']))
})

describe.each(lockfiles)('%s', (path) => {
  it('has a SHA-512 hash for every package, also for those of other platforms', () => {
    const without = entriesOf(path).filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(without).toEqual([])
  })

  // npm leaves out what the registry of the machine lacks, and then refuses the lockfile on every platform.
  it('lists every optional package, also those for other platforms', () => {
    const entries = entriesOf(path)
    const listed = new Set(entries.map(([place]) => place.split('node_modules/').at(-1)))
    const wanted = entries.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
    expect(wanted.filter((name) => !listed.has(name))).toEqual([])
  })

  it('names no address of a package, so that npm asks the registry that the machine configures', () => {
    expect(entriesOf(path).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
