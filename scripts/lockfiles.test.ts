import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findProjectRoot } from '#lib/env/project-root.ts'

const Entry = z.looseObject({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
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

/**
 * Optional packages for platforms other than Linux with glibc on x64 or arm64. The registry used for the lockfile does
 * not carry them, so their hashes are missing. `npm run lock` with a full registry adds the hashes. Add no names here.
 */
const unknown = {
  '@ast-grep':
    'napi-{darwin-arm64,darwin-x64,linux-arm64-musl,linux-x64-musl,win32-arm64-msvc,win32-ia32-msvc,win32-x64-msvc}',
  '@biomejs':
    'cli-{android-arm64,android-x64,darwin-arm64,darwin-x64,linux-arm64-musl,linux-x64-musl,win32-arm64,win32-x64}',
  '@next': 'swc-{darwin-arm64,darwin-x64,win32-arm64-msvc,win32-x64-msvc}',
  '@oxc-parser':
    'binding-{android-arm-eabi,android-arm64,darwin-arm64,darwin-x64,freebsd-x64,linux-arm-gnueabihf,linux-arm-musleabihf,linux-ppc64-gnu,linux-riscv64-gnu,linux-riscv64-musl,linux-s390x-gnu,openharmony-arm64,win32-arm64-msvc,win32-ia32-msvc,win32-x64-msvc}',
  // A part of next-intl that only extracts messages, which this app does not use.
  '@swc':
    'core-{darwin-arm64,darwin-x64,linux-arm-gnueabihf,linux-ppc64-gnu,linux-s390x-gnu,win32-arm64-msvc,win32-ia32-msvc,win32-x64-msvc}',
}
const unknownNames = Object.entries(unknown).flatMap(([scope, names]) => {
  const [, prefix = '', machines = ''] = /^(.*)\{(.*)\}$/.exec(names) ?? []
  return machines.split(',').map((machine) => `node_modules/${scope}/${prefix}${machine}`)
})

it('finds the lockfiles', () => {
  expect(lockfiles).toEqual(expect.arrayContaining(['package-lock.json', 'bench/package-lock.json']))
})

describe.each(lockfiles)('%s', (path) => {
  it('has a SHA-512 hash for every package except the listed ones', () => {
    const without = entriesOf(path).filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(without.map(([name]) => name).sort()).toEqual(path === 'package-lock.json' ? unknownNames.sort() : [])
    for (const [name, { optional }] of without) expect([name, optional]).toEqual([name, true])
  })

  it('names no registry except the public one', () => {
    const elsewhere = entriesOf(path).filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere).toEqual([])
  })
})
