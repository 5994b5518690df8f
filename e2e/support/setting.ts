/** A setting that the runner of the browser tests passes to this run. */
export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start the browser tests with npm run test:e2e.`)
  return value
}
