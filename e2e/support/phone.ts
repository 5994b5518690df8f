import { devices } from '@playwright/test'

// A group of tests cannot choose the browser type.
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

/** The options of a narrow phone. */
export const phone = { ...pixel, viewport: { width: 360, height: 780 } }
