/** The value of an option that is a number above 0. Absent: the option was not given. */
export function positiveOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (given.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new TypeError(`--${name} ${given} is not a number above 0: write it as in --${name} 5.`)
}
