/** Chooses one of the given values, in an order that only depends on the seed. */
export function seededNumbers(seed: number): <T>(values: readonly T[]) => T | undefined {
  let state = seed
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)]
  }
}
