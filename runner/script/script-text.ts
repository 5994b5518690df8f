import { languageNames, ScriptLanguage } from '../contract/script-language.ts'

/** In bytes. */
export const longestScript = 256 * 1024

/**
 * The program in a text that somebody sent. `code`: without the Markdown fence around it and without a line `#!`, each of
 * which is an empty line in it, so that line numbers stay. `language`: what that fence or line names.
 */
type ScriptText =
  | { readonly ok: true; readonly code: string; readonly language?: ScriptLanguage }
  | { readonly ok: false; readonly problem: string }

const fence = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(\S*)/
const aliases: Readonly<Record<ScriptLanguage, RegExp>> = {
  javascript: /^(?:javascript|js|mjs|cjs|jsx|ecmascript|node(?:js)?)$/i,
  python: /^(?:python|py)[0-9.]*$/i,
}
/** The programs that run scripts, wherever they are: `#!/usr/bin/env -S python3 -u`. */
const interpreters: Readonly<Record<ScriptLanguage, RegExp>> = {
  javascript: /^#!.*[/ ](?:node(?:js)?|bun|deno|qjs)(?:\s|$)/,
  python: /^#!.*[/ ](?:python|pypy)[0-9.]*(?:\s|$)/,
}
const languageIn = (patterns: Readonly<Record<ScriptLanguage, RegExp>>, text: string): ScriptLanguage | undefined =>
  ScriptLanguage.options.find((language) => patterns[language].test(text))
const isBlank = (line: string): boolean => line.trim() === ''
const known = ScriptLanguage.options.map((language) => languageNames[language]).join(' or ')
const wrong = (problem: string): ScriptText => ({ ok: false, problem })

/** Reads a text without parsing it. A problem is the predicate of the sentence about the script. */
export function readScriptText(text: string): ScriptText {
  if (isBlank(text)) return wrong('is empty: send the code to run')
  if (Buffer.byteLength(text) > longestScript)
    return wrong(`is larger than ${longestScript / 1024} KB: send less code, and let it fetch its data`)
  if (!text.isWellFormed() || text.includes('\0')) return wrong('is not text: send UTF-8 without NUL characters')
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const first = lines.findIndex((line) => !isBlank(line))
  const [opening, indent = '', mark = '', named = ''] = fence.exec(lines[first]?.trimEnd() ?? '') ?? []
  return opening === undefined ? withoutHashBang(lines, first) : insideFence(lines, first, { indent, mark, named })
}

/** The line of the first fence, from 1. The code of a script can have one too, inside a text. */
export function lineOfFence(text: string): number | undefined {
  const at = text.split('\n').findIndex((line) => fence.test(line.trimEnd()))
  return at < 0 ? undefined : at + 1
}

type Fence = { readonly indent: string; readonly mark: string; readonly named: string }

function insideFence(lines: string[], first: number, { indent, mark, named }: Fence): ScriptText {
  const language = languageIn(aliases, named)
  const shown = `the fence ${mark}${named} in line ${first + 1}`
  if (named !== '' && language === undefined)
    return wrong(`begins with ${shown}: it must name ${known}, or no language`)
  const closes = (line: string) => {
    const closing = line.trim()
    return closing.startsWith(mark) && closing === mark.charAt(0).repeat(closing.length)
  }
  const last = lines.findIndex((line, at) => at > first && closes(line))
  if (last < 0) return wrong(`begins with ${shown}, which nothing closes: send all of the code, without a fence`)
  const more = lines.findIndex((line, at) => at > last && !isBlank(line))
  if (more >= 0)
    return wrong(`goes on in line ${more + 1} after ${shown} was closed in line ${last + 1}: send only the code`)
  // As in Markdown: the code has the indentation of its fence beside its own.
  const isIndented =
    indent !== '' && lines.slice(first + 1, last).every((line) => isBlank(line) || line.startsWith(indent))
  const inner = lines.map((line, at) =>
    at <= first || at >= last ? '' : isIndented ? line.slice(indent.length) : line,
  )
  if (inner.every(isBlank)) return wrong(`has no code inside ${shown}: send the code to run`)
  return withoutHashBang(
    inner,
    inner.findIndex((line) => !isBlank(line)),
    language,
  )
}

function withoutHashBang(lines: string[], first: number, fenced?: ScriptLanguage): ScriptText {
  const line = lines[first] ?? ''
  const isHashBang = line.startsWith('#!')
  const run = isHashBang ? languageIn(interpreters, line) : undefined
  if (fenced !== undefined && run !== undefined && run !== fenced)
    return wrong(`names ${languageNames[fenced]} with its fence and ${languageNames[run]} in line ${first + 1}`)
  const language = fenced ?? run
  const code = isHashBang ? lines.with(first, '') : lines
  return { ok: true, code: code.join('\n'), ...(language === undefined ? {} : { language }) }
}
