declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test needs, and the remedy. */
    needs?: string
  }
}

/** Options of a test or a suite: empty if its need is met, otherwise a skip with the reason. */
export type Need = { readonly skip?: true; readonly meta?: { readonly needs: string } }

/**
 * Returns the options of a test that cannot run on every machine. `npm test` lists the reasons of skipped tests with
 * their remedies at the end, and fails for a skip without a reason.
 *
 * @param remedy what to do so that the test runs
 */
export const need = (isMet: boolean, what: string, remedy: string): Need =>
  isMet ? {} : { skip: true, meta: { needs: `${what}: ${remedy}` } }

/** The folder of the reference data, if configured. If the folder is wrong, the tests that read it fail. */
export const referenceData = process.env.TRAVEL_REFERENCE_DATA || undefined

/** In continuous integration, which sets `CI=true`, the needs that it can always meet count as met. */
export const isContinuousIntegration = process.env.CI === 'true'

export const isRoot = process.getuid?.() === 0

export const needs = {
  referenceData: need(referenceData !== undefined, 'the reference data', 'set TRAVEL_REFERENCE_DATA to its folder'),
  root: need(isRoot, 'root', 'run them as root, say in a container'),
  linux: need(process.platform === 'linux', 'Linux', 'run them on Linux'),
} as const
