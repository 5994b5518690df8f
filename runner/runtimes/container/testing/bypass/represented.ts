import type { BypassCase } from './bypass-case.ts'

/** Runs the case only in the mode `socket`: the same gateway decides in both modes. */
export const onSocket = (one: BypassCase): BypassCase => ({ ...one, modes: ['socket'] })

/**
 * For cases that one mechanism blocks: the first runs in its own container in each of its modes; the others run once,
 * in `socket`.
 */
export function representedByFirst(cases: readonly BypassCase[]): readonly BypassCase[] {
  return cases.map((one, index) => (index === 0 ? { ...one, isAlone: true } : onSocket(one)))
}
