import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pinnedBase } from '#runner/runtimes/container/images/build-base-image.ts'
import { root } from '../steps.ts'
import { needs } from '../testing/needs.ts'
import { lastStage } from './build-image.ts'
import { publicUrlOf } from './public-url.ts'
import { withoutSymbols } from './without-symbols.ts'

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

test('both bases of the image are named by digest, and it stands on the same Debian as the images of skills', () => {
  const bases = [...dockerfile.matchAll(/^ARG (?:BUILDER|BASE)=(\S+)$/gm)].map(([, base]) => base)
  expect(bases).toHaveLength(2)
  for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/)
  expect(bases[1]).toBe(pinnedBase)
})

test('without a registry, the image is built from the last stage as it is, with files of the context', () => {
  const stage = lastStage(dockerfile)
  expect(stage.match(/^FROM/gm)).toHaveLength(1)
  expect(stage).toContain('\nCOPY app /app\n')
  expect(stage).not.toContain('--from=')
  expect(dockerfile.endsWith(stage.split('COPY app /app').at(-1) ?? '')).toBe(true)
})

test('the URL of a deployed app is the one that is set, else the one that its platform gave it', () => {
  const railway = { RAILWAY_PUBLIC_DOMAIN: 'travel.up.railway.app' }
  expect(publicUrlOf({ NEXTAUTH_URL: 'https://own.example', ...railway })).toBe('https://own.example')
  expect(publicUrlOf(railway)).toBe('https://travel.up.railway.app')
  expect(publicUrlOf({ RENDER_EXTERNAL_URL: 'https://travel.onrender.com' })).toBe('https://travel.onrender.com')
  expect(publicUrlOf({ FLY_APP_NAME: 'travel-aw' })).toBe('https://travel-aw.fly.dev')
  expect(publicUrlOf({})).toBeUndefined()
})

test('Node runs without its symbols, and is smaller', needs.linux, () => {
  const folder = mkdtempSync(join(tmpdir(), 'travel-node-'))
  const whole = readFileSync(process.execPath)
  const small = withoutSymbols(whole)
  writeFileSync(join(folder, 'node'), small, { mode: 0o755 })
  const program = 'console.log(JSON.stringify([process.version, new Intl.NumberFormat("de").format(1.5)]))'
  expect(execFileSync(join(folder, 'node'), ['-e', program], { encoding: 'utf8' })).toBe(
    `["${process.version}","1,5"]\n`,
  )
  rmSync(folder, { recursive: true })
  expect(small.length).toBeLessThan(whole.length * 0.9)
  expect(withoutSymbols(Buffer.from('#!/bin/sh'))).toEqual(Buffer.from('#!/bin/sh'))
})
