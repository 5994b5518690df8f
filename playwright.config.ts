import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

/** `npm run test:e2e` starts the app on a data folder of its own and says where it is. */
const baseURL = process.env.TRAVEL_E2E_URL
if (!baseURL) throw new Error('TRAVEL_E2E_URL is not set: start the browser tests with npm run test:e2e.')

const executablePath = findBrowser()
const isRoot = process.getuid?.() === 0

const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    // Chromium's own sandbox does not work for root.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
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
  workers: 2,
  fullyParallel: true,
  // For what hangs: no test is about time, and a busy machine takes its own.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [['list'], ['html', { open: 'never' }]] : [['list']],
  use: {
    baseURL,
    launchOptions,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Pictures of each step would take a quarter of the time of all tests.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testMatch: ['journeys/**', 'accounts/**'], use: desktop },
    // The pages whose layout differs.
    { name: 'phone', testMatch: 'journeys/**', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 } } },
    { name: 'http', testMatch: 'http/**' },
    // `node scripts/screenshots.ts`
    ...(process.env.TRAVEL_E2E_SCREENSHOTS
      ? [{ name: 'screenshots', testMatch: 'screenshots.spec.ts', use: desktop }]
      : []),
  ],
})
