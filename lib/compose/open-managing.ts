import { type ComposeOptions, openBase } from './open-base.ts'
import { openRegistry } from './open-registry.ts'

/** What finds and changes skills, without what installs or executes them. */
export async function openManaging(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  return { ...base, ...openRegistry(base, options) }
}
