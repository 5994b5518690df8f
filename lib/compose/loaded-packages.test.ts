import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod'

const print = join(import.meta.dirname, 'testing', 'print-loaded.mjs')

async function loadedBy(file: string): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [print, join(import.meta.dirname, file)])
  return new Set(z.array(z.string()).parse(JSON.parse(stdout)))
}

const pages = ['next-auth', 'messages/en', 'graphile-worker', 'nodemailer', 'web-push', '@modelcontextprotocol/server']
const running = ['quickjs-wasi', 'undici', 'dockerode', 'airport-data-js']
const gates = ['libphonenumber-js', '@secretlint/core', '@ast-grep/napi']

test.each([
  ['open-registry.ts', [...pages, ...running, ...gates]],
  ['open-credentials.ts', [...pages, ...running, ...gates]],
  ['open-agent-keys.ts', [...pages, ...running, ...gates]],
  ['open-running.ts', [...pages, ...gates, 'rate-limiter-flexible', 'load-interpreter.ts']],
  ['../cli/skill-check.ts', [...pages, ...running, ...gates, '@prisma/client']],
  ['../platform/server/env/env.ts', [...pages, ...running, ...gates, '@prisma/client', 'contract/manifest.ts']],
])('%s loads nothing that only other services need, so that its commands start fast', async (file, absent) => {
  const loaded = await loadedBy(file)
  // Proves that the list is complete.
  expect(loaded).toContain('zod')
  expect(absent.filter((name) => loaded.has(name))).toEqual([])
})
