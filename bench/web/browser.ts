import { type Browser, chromium } from '@playwright/test'
import { ensureBrowser, findWholeBrowser } from '../../scripts/browser.ts'

/** Chromium with a DevTools protocol port. */
export async function openBrowser(debuggingPort: number): Promise<Browser> {
  return chromium.launch({
    executablePath: findWholeBrowser() ?? (await ensureBrowser()),
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      // Chromium's sandbox does not work as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
    ],
  })
}
