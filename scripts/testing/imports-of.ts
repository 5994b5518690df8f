import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Import } from './import-directions.ts'

/** The imports and re-exports of a module, with project files as paths from the project's root. */
export function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source)
  const text = ({ start, end }: { readonly start: number; readonly end: number }) =>
    source.slice(start, end).replace(/^['"`]|['"`]$/g, '')
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ to: moduleRequest.value, isType }],
    ),
  )
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...exported,
    ...module.dynamicImports.map(({ moduleRequest }) => ({ to: text(moduleRequest), isType: false })),
  ].map(({ to, isType }) => ({ from: file, to: resolved(file, to), isType }))
}

function resolved(file: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? posix.join(posix.dirname(file), to) : to
}
