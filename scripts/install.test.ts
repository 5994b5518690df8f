import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

type Packages = Record<string, { version?: string; optional?: boolean }>

describe('npm run up, before it starts the app,', () => {
  let project = ''
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const env = () => ({ ...process.env, npm_execpath: join(project, 'npm.js'), npm_node_execpath: process.execPath })
  /**
   * Runs up.mjs in a project with this lockfile. Its fake npm and its fake pinned Node only print that they were
   * called.
   */
  const run = (wanted: Packages, installed?: Packages) => {
    write('package-lock.json', JSON.stringify({ packages: { '': {}, ...wanted } }))
    if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    write('npm.js', 'console.log("npm", process.argv[2])')
    write('node_modules/node/bin/node', '#!/bin/sh\necho "went on with $(basename $1)"\n')
    chmodSync(join(project, 'node_modules/node/bin/node'), 0o755)
    const own = [
      'scripts/install.mjs',
      'scripts/up.mjs',
      'scripts/processes/end-with-parent.mjs',
      'scripts/processes/orphan-check.mjs',
    ]
    for (const path of own) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      copyFileSync(join(import.meta.dirname, '..', path), join(project, path))
    }
    const { stdout } = spawnSync(process.execPath, [join(project, 'scripts/up.mjs')], { env: env(), encoding: 'utf8' })
    return { installs: stdout.includes('npm ci'), goesOn: stdout.includes('went on with up.ts') }
  }
  const lock: Packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  }

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'travel-install-'))
    mkdirSync(join(project, 'scripts'))
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))

  it('installs on a fresh clone', () => {
    expect(run(lock)).toEqual({ installs: true, goesOn: true })
  })

  it('ends without a stack trace when its output is closed', async () => {
    run(lock)
    const up = join(project, 'scripts/up.mjs')
    const child = spawn(process.execPath, [up], { env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([complaint, code]).toEqual(['', 1])
  })

  it('installs when the lockfile names another version', () => {
    expect(run(lock, { 'node_modules/a': { version: '0.9.0' } }).installs).toBe(true)
  })

  it('installs when an optional package has another version', () => {
    const installed = { ...lock, 'node_modules/b': { version: '1.0.0' } }
    expect(run(lock, installed).installs).toBe(true)
  })

  it('does not reinstall present packages, and ignores missing packages for other platforms', () => {
    expect(run(lock, { 'node_modules/a': { version: '1.0.0' } })).toEqual({ installs: false, goesOn: true })
  })
})
