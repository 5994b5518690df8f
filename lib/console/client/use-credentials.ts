import { ConsoleCredentials } from '../model/console-credential.ts'
import { pathWith, useConsoleQuery } from './use-console.ts'

/** Polls, because executions use credentials, and agents request them, while the page is open. */
export const readAgainMs = 30_000

/** The credentials that pass the filters `used` and `text`. */
export const useCredentials = (filters = new URLSearchParams()) =>
  useConsoleQuery(ConsoleCredentials, pathWith('/credentials', filters), {
    pollMs: () => readAgainMs,
    keepsPrevious: true,
  })
