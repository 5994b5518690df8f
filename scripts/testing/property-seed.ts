const fixed = 47

/**
 * The seed of the property tests, from `FAST_CHECK_SEED`. Fixed by default, so that the same code always has the same
 * result. `undefined`: a new seed for each property.
 */
export function propertySeed(setting: string | undefined): number | undefined {
  if (setting === undefined || setting === '') return fixed
  if (setting === 'random') return undefined
  if (!/^-?\d{1,10}$/.test(setting)) {
    throw new Error(`FAST_CHECK_SEED is ${JSON.stringify(setting)}. Set it to an integer or to \`random\`.`)
  }
  return Number(setting)
}
