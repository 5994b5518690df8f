import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { isContinuousIntegration, isRoot } from '../../scripts/testing/needs.ts'

/** A browser that Playwright cannot drive: it knows only its own builds of Firefox and WebKit. */
export type Engine = AsyncDisposable & {
  /** The errors that the browser itself has reported so far. */
  readonly errors: readonly string[]
  /** Opens a page, and waits until it is loaded. */
  open(url: string): Promise<void>
  /** The value of a JavaScript expression in the page, or what it resolves to. It must be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Performs input, in the words that WebDriver and WebDriver BiDi share. */
  perform(actions: readonly object[]): Promise<void>
  /** A picture of the page, as PNG. */
  picture(): Promise<Buffer>
}

export type EngineOptions = {
  readonly width: number
  readonly height: number
  /** An empty folder, for its profile and for files that pages save. */
  readonly home: string
}

/** Starts a program that ends with `opened`. Returns its output. */
export function startProgram(
  opened: AsyncDisposableStack,
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
  output: 'stdout' | 'stderr' = 'stdout',
): Readable {
  const child = spawn(program, args, { env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  opened.defer(async () => {
    child.kill()
    await ended
  })
  child[output === 'stdout' ? 'stderr' : 'stdout'].resume()
  return child[output]
}

/** JavaScript for the JSON of what an expression resolves to. */
export const jsonOf = (expression: string): string => `(async () => JSON.stringify((await (${expression})) ?? null))()`

const needed = {
  Firefox: { packages: 'firefox-esr', files: ['/usr/bin/firefox-esr'] },
  WebKit: {
    packages: 'webkit2gtk-driver xvfb locales',
    files: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/share/i18n/locales/en_US'],
  },
} as const

/** Where `.ci/run` installs both engines, so that a missing one fails. */
const areInstalled = isContinuousIntegration && isRoot && existsSync('/etc/debian_version')

/** Why the tests of an engine are skipped here; undefined if they run. */
export function missingFor(name: keyof typeof needed): string | undefined {
  const { packages, files } = needed[name]
  if (areInstalled || files.every((file) => existsSync(file))) return undefined
  return `needs ${name}: install ${packages} on Debian`
}
