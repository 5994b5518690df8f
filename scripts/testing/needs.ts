declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test needs, and the remedy. */
    needs?: string
  }
}

/** Options of a test or a suite: nothing where its need is met, else a skip that carries the reason. */
export type Need = { readonly skip?: true; readonly meta?: { readonly needs: string } }

/**
 * A test that cannot run on every machine says why with this, as its options: `npm test` lists the reasons with their
 * remedies at its end, and fails for a skip without one.
 *
 * @param remedy what to do so that the test runs
 */
export const need = (isMet: boolean, what: string, remedy: string): Need =>
  isMet ? {} : { skip: true, meta: { needs: `${what}: ${remedy}` } }

/** The folder of the reference data, where there is one. Set and wrong, it fails the tests that read it. */
export const referenceData = process.env.TRAVEL_REFERENCE_DATA || undefined

export const isRoot = process.getuid?.() === 0

export const needs = {
  referenceData: need(referenceData !== undefined, 'the reference data', 'set TRAVEL_REFERENCE_DATA to its folder'),
  root: need(isRoot, 'root', 'run them as root, say in a container'),
  linux: need(process.platform === 'linux', 'Linux', 'run them on Linux'),
} as const
