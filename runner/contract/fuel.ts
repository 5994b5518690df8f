/** Metered instructions in one unit of fuel: limits, logs, traces and the console count in units. */
export const instructionsPerUnit = 1_000_000

/**
 * Units that the fastest engine, QuickJS, uses in a second of computing on a current machine. CPython uses about a third
 * of it. A limit of time with this much fuel for each second ends a computation before its fuel does.
 */
const unitsPerSecond = 30_000

/** The longest time limit of an execution. */
export const longestTimeoutS = 600

/** The fuel that lasts for so many seconds of computing. */
export const fuelFor = (seconds: number): number => Math.ceil(seconds * unitsPerSecond)

/** The most fuel of an execution. */
export const mostFuel = fuelFor(longestTimeoutS)

/** The instructions of a limit. What is left of a limit is a fraction of a unit, so the product may not be whole. */
export const instructionsIn = (units: number): number => Math.round(units * instructionsPerUnit)

/** Units with one decimal, as logs have them. */
export const unitsOf = (instructions: number): number => Math.round((instructions / instructionsPerUnit) * 10) / 10

/** How long so many instructions compute at least, in seconds. */
export const secondsOfFuel = (instructions: number): number => instructions / instructionsPerUnit / unitsPerSecond

/** `about 20 s`: how long the fuel lasts at least. */
export function secondsOf(units: number): string {
  const seconds = units / unitsPerSecond
  return `about ${seconds >= 10 ? Math.round(seconds) : Math.max(0.1, Math.round(seconds * 10) / 10)} s`
}
