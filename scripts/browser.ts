import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runCommand, runNode, StepError } from './steps.ts'

/** Headless Chromium builds, like the one that Playwright downloads. Tests take two thirds of the time with them. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const knownPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/snap/bin/chromium']

const onPath = (names: readonly string[]): string[] => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}
const firstOf = (paths: readonly string[]) => paths.find((path) => path !== '' && existsSync(path))
const findShell = () => firstOf([process.env.CHROME_PATH ?? '', ...onPath(shells)])

/** Finds Chromium or Chrome in CHROME_PATH, the PATH, the usual folders or Playwright's download. */
export const findBrowser = (): string | undefined =>
  findShell() ?? firstOf([...onPath(browsers), ...knownPlaces, chromium.executablePath()])

/** Finds a full browser, like that of users, not a headless build. */
export const findWholeBrowser = (): string | undefined =>
  firstOf([process.env.CHROME_PATH ?? '', ...onPath(browsers), ...knownPlaces])

const attempt = async (work: () => Promise<void>): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof StepError ? error.output || error.message : String(error)
  }
}

const installPackage = async (name: string): Promise<void> => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], env)
  if ((await attempt(install)) === undefined) return
  await attempt(() => runCommand('apt-get', ['update'], env))
  await attempt(install)
}

/**
 * Finds the browser for the tests and installs it if missing: the package on Debian as root, else Playwright's
 * download.
 *
 * @returns the path of the executable
 */
export const ensureBrowser = async (): Promise<string> => {
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (isDebianRoot && !findShell()) await installPackage('chromium-headless-shell')
  if (!findBrowser()) await attempt(() => runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium']))
  if (!findBrowser() && isDebianRoot) await installPackage('chromium')
  const found = findBrowser()
  if (found) return found
  throw new StepError('Chromium was not found and could not be installed: install it, or set CHROME_PATH.')
}
