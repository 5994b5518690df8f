import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runCommand, runNode, StepError } from './steps.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const knownPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/snap/bin/chromium']

/** An installed Chromium or Chrome: CHROME_PATH, the PATH, the usual places, Playwright's own download. */
export const findBrowser = (): string | undefined => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const candidates = [process.env.CHROME_PATH ?? '', ...onPath, ...knownPlaces, chromium.executablePath()]
  return candidates.find((path) => path !== '' && existsSync(path))
}

const attempt = async (work: () => Promise<void>): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof StepError ? error.output || error.message : String(error)
  }
}

/**
 * The browser for the tests, installed when there is none: Playwright's download, else, on Debian as root, the package.
 *
 * @returns the path of its program
 */
export const ensureBrowser = async (): Promise<string> => {
  const installed = findBrowser()
  if (installed) return installed
  await attempt(() => runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium']))
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!findBrowser() && isDebianRoot) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await attempt(() => runCommand('apt-get', ['update'], { env }))
    await attempt(() => runCommand('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env }))
  }
  const found = findBrowser()
  if (found) return found
  throw new StepError('No Chromium was found or could be installed: install one, or name it in CHROME_PATH.')
}
