import { hasTrust, Trust } from '../../contract/principal.ts'
import { isObject } from '../../contract/skill-io.ts'
import { type ManifestProblem, maxProblems, pathText } from '../manifest-problem.ts'
import type { Path, Reading } from './dialect.ts'
import { forbiddenKeys, type YamlText } from './parse-yaml.ts'

/** A manifest field that the SKILL.md gives, with its value and its path there. */
export type Stated = { readonly path: Path; readonly value: unknown; readonly from: Path }

/** A manifest that is collected from a SKILL.md, which uses other keys. `from` is a path in the SKILL.md. */
export type Draft = {
  /** Sets a field to a value from the SKILL.md. */
  set(path: readonly string[], value: unknown, from: Path): void
  /** Sets the default of a field that the SKILL.md does not give. */
  assume(path: readonly string[], value: unknown): void
  /** Adds an item to a field that is a list. */
  add(path: readonly string[], item: unknown, from: Path): void
  /** Requires trust for `what`, even if the platform cannot grant `what`. */
  needs(trust: Trust, what: string, from: Path): void
  /** Records a part that has no effect or is read differently, as a warning and as a statement of the manifest. */
  note(from: Path, message: string, remedy: string): void
  /** Records a plain fact about the skill. */
  state(sentence: string): void
  /** Records a problem at `from`, because of which the skill is refused. */
  refuse(from: Path, message: string, remedy: string, at?: 'key' | 'value'): void
}

type Collected = {
  readonly draft: Draft
  readonly stated: readonly Stated[]
  readonly warnings: readonly ManifestProblem[]
  /** Only the plain facts. */
  readonly facts: readonly string[]
  /** @param requiredName the name that the manifest must have */
  reading(requiredName: string): Reading
}

export function createDraft(file: string, yaml: YamlText): Collected {
  const fields: Record<string, unknown> = {}
  const stated: Stated[] = []
  const facts: string[] = []
  const warnings: ManifestProblem[] = []
  const problems: ManifestProblem[] = []
  let needed: { readonly trust: Trust; readonly what: string; readonly from: Path } | undefined

  const problemAt = (from: Path, message: string, remedy: string, at: 'key' | 'value'): ManifestProblem => {
    return { file, ...yaml.position(from, at), path: pathText(from), message, remedy }
  }
  const writtenAs = (path: Path): Path => {
    let best: Stated | undefined
    for (const one of stated) {
      const isAbove = one.path.length <= path.length && one.path.every((part, index) => part === path[index])
      if (isAbove && one.path.length >= (best?.path.length ?? 0)) best = one
    }
    return best === undefined ? path : [...best.from, ...path.slice(best.path.length)]
  }
  const parentOf = (path: readonly string[]): Record<string, unknown> => {
    let parent = fields
    for (const part of path.slice(0, -1)) {
      const next = parent[part]
      const inner = isObject(next) ? next : {}
      parent[part] = inner
      parent = inner
    }
    return parent
  }

  const draft: Draft = {
    set(path, value, from) {
      if (path.some((part) => forbiddenKeys.has(part))) {
        draft.refuse(from, 'is a reserved name', 'choose another name')
        return
      }
      parentOf(path)[path.at(-1) ?? ''] = value
      stated.push({ path, value, from })
    },
    assume(path, value) {
      const parent = parentOf(path)
      parent[path.at(-1) ?? ''] ??= value
    },
    add(path, item, from) {
      const parent = parentOf(path)
      const key = path.at(-1) ?? ''
      const before = parent[key]
      const list: unknown[] = Array.isArray(before) ? before : []
      if (list.includes(item)) return
      parent[key] = [...list, item]
      stated.push({ path: [...path, list.length], value: item, from })
    },
    needs(trust, what, from) {
      if (needed === undefined || !hasTrust(needed.trust, trust)) needed = { trust, what, from }
    },
    note(from, message, remedy) {
      if (warnings.length >= maxProblems) return
      warnings.push(problemAt(from, message, remedy, 'key'))
    },
    state(sentence) {
      facts.push(sentence)
    },
    refuse(from, message, remedy, at = 'key') {
      if (problems.length < maxProblems) problems.push(problemAt(from, message, remedy, at))
    },
  }

  function settleTrust(): void {
    if (needed === undefined) return
    const { trust, what, from } = needed
    if (fields.trust === undefined) {
      fields.trust = trust
      return
    }
    const written = Trust.safeParse(fields.trust)
    if (!written.success || hasTrust(written.data, trust)) return
    draft.refuse(from, `${what} needs trust ${trust}, but the skill asks for ${written.data}`, `write trust: ${trust}`)
  }

  return {
    draft,
    stated,
    warnings,
    facts,
    reading(requiredName) {
      settleTrust()
      if (problems.length > 0) return { ok: false, problems }
      const notes = warnings.map(({ path, message }) => `${path} ${message}`)
      const candidate = {
        requiredName,
        fields,
        positionOf: (path: Path, of: 'key' | 'value') => ({ file, ...yaml.position(writtenAs(path), of) }),
        sourceOf: (path: Path) => yaml.source(writtenAs(path)),
        writtenAs,
        statements: [...facts, ...notes],
      }
      return { ok: true, candidate, warnings }
    },
  }
}
