import { defineConfig, devices } from '@playwright/test'
import { phone } from './e2e/support/phone.ts'
import { findBrowser } from './scripts/browser.ts'

/** `npm run test:e2e` starts the app with its own data folder and passes the URL. */
const baseURL = process.env.TRAVEL_E2E_URL
if (!baseURL) throw new Error('TRAVEL_E2E_URL is not set: start the browser tests with npm run test:e2e.')

const executablePath = findBrowser()
const isRoot = process.getuid?.() === 0

const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    // Chromium's sandbox does not work as root.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    // A test's pages live for seconds, so optimized code costs more time than it saves.
    '--js-flags=--no-maglev --no-opt',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-first-run',
    '--no-default-browser-check',
  ],
}

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // One more than the cores of the usual machine, because tests wait too: for an app to start, or for a time limit.
  workers: 3,
  fullyParallel: true,
  // The timeout only ends a hung test; a busy machine may be slow.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [
    ['list'],
    ['./scripts/testing/playwright-reporter.ts'],
    ...(process.env.CI ? [['html', { open: 'never' }] as const] : []),
  ],
  use: {
    baseURL,
    launchOptions,
    locale: 'en-US',
    // Tests cannot intercept requests through a service worker. The tests of the service worker allow it.
    serviceWorkers: 'block',
    timezoneId: 'America/Los_Angeles',
    // Screenshots of each step would take a quarter of the total test time. In CI, where the time counts, even a trace
    // without them is too much: it reads every response of the app a second time. A failed test is repeated by hand.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // One project, because each project starts workers of its own. By their folders, the long serial tests of agents come early.
    {
      name: 'desktop',
      testMatch: ['agents/*.spec.ts', 'accounts/**', 'engines/*.spec.ts', 'http/**', 'journeys/**'],
      use: desktop,
    },
    // Runs only tests of behavior that differs on a phone. All other code is the same at both widths.
    {
      name: 'phone',
      testMatch: 'journeys/**',
      grep: /@phone/,
      use: phone,
    },
    // Only `scripts/by-hand.ts` sets this variable.
    ...(process.env.TRAVEL_E2E_BY_HAND ? [{ name: 'by-hand', testMatch: 'by-hand/*.spec.ts', use: desktop }] : []),
  ],
})
