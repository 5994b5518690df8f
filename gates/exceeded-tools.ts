import { skillMdOf } from '#runner/manifest/dialects/read-front-matter.ts'
import { fileKindOf, textOf } from './file-kind.ts'

/** A kind of operation in code that a list of allowed tools may not cover. */
type ToolUse = 'tools-network' | 'tools-process' | 'tools-write'
type ExceededTool = {
  readonly use: ToolUse
  readonly file: string
  readonly line: number
  readonly text: string
}

const readingTools = ['read', 'grep', 'glob', 'ls', 'list', 'view', 'notebookread', 'todowrite', 'todoread', 'search']
const webTools = ['webfetch', 'websearch', 'web', 'fetch', 'network', 'http']
const writingTools = ['write', 'edit', 'multiedit', 'notebookedit']

/** The patterns of each operation in each language. */
const uses: Readonly<Record<ToolUse, Readonly<Record<string, RegExp>>>> = {
  'tools-network': {
    python:
      /\b(?:requests|httpx|urllib3?|aiohttp)\s*\.\s*\w+|\bhttp\.client\b|\bsocket\.(?:socket|create_connection)\s*\(/,
    javascript: /\bfetch\s*\(|\baxios\b|\bhttps?\.(?:get|request)\s*\(|\bnet\.(?:connect|createConnection)\s*\(/,
    shell: /^[ \t]*(?:curl|wget|nc|ncat|scp|ssh)\s|[|;&(`]\s*(?:curl|wget|nc|ncat|scp|ssh)\s/m,
  },
  'tools-process': {
    python: /\bsubprocess\s*\.\s*\w+|\bos\.(?:system|popen|exec\w+|spawn\w+)\s*\(|(?<![\w.])(?:exec|eval)\s*\(/,
    javascript: /child_process|\bexecSync\s*\(|\bspawn(?:Sync)?\s*\(|(?<![\w.])eval\s*\(|new\s+Function\s*\(/,
  },
  'tools-write': {
    python:
      /\bopen\s*\([^)\n]{0,200}["'][wax]b?\+?["']|\.write_(?:text|bytes)\s*\(|\bos\.(?:remove|unlink|rename)\s*\(|shutil\.(?:rmtree|move|copy)/,
    javascript: /\b(?:writeFile|appendFile|unlink|rm|rename)(?:Sync)?\s*\(/,
    shell: /^[ \t]*(?:rm|mv|cp|tee|dd)\s|>>?\s*["'~$/.\w]/m,
  },
}
/** The tools that cover each operation. A tool whose name is in no list may do everything. */
const covering: Readonly<Record<ToolUse, readonly string[]>> = {
  'tools-network': webTools,
  'tools-process': [],
  'tools-write': writingTools,
}

/**
 * For each kind of operation: the first place where the code of an Agent Skill does more than the allowed tools in its
 * SKILL.md cover. Code may do everything if there is no such list, or if the list names a shell or an unknown tool.
 */
export function exceededTools(files: ReadonlyMap<string, Uint8Array>): ExceededTool[] {
  const skillMd = skillMdOf(files)
  if (skillMd === undefined || files.has('skill.yaml')) return []
  const tools = allowedTools(textOf(skillMd.bytes))
  const known = [...readingTools, ...webTools, ...writingTools]
  if (tools === undefined || tools.some((tool) => !known.includes(tool))) return []
  const found = new Map<ToolUse, ExceededTool>()
  for (const [file, content] of files) {
    const kind = fileKindOf(file, content)
    if (kind.kind !== 'text') continue
    const text = withoutComments(textOf(content).slice(0, 1024 * 1024))
    for (const use of ['tools-network', 'tools-process', 'tools-write'] as const) {
      const match = uses[use][kind.language]?.exec(text)
      if (!match || found.has(use) || covering[use].some((tool) => tools.includes(tool))) continue
      const line = text.slice(0, match.index + match[0].search(/\S/)).split('\n').length
      const [own = ''] = text.split('\n').slice(line - 1)
      found.set(use, { use, file, line, text: own })
    }
  }
  return [...found.values()]
}

/** The names in the list of the frontmatter, in lower case and without their arguments. `undefined`: no list. */
function allowedTools(text: string): readonly string[] | undefined {
  const [, frontmatter = ''] = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---/.exec(text) ?? []
  const [, inline = '', items = ''] =
    /^(?:allowed[-_]tools|permissions)[ \t]*:[ \t]*([^\n]*)((?:\n[ \t]*-[^\n]*)*)/im.exec(frontmatter) ?? []
  const names = `${inline}\n${items}`
    .replaceAll(/\([^()\n]*\)/g, '')
    .replaceAll(/["'[\]]|^[ \t]*-/gm, ' ')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase())
  return names.length === 0 ? undefined : names
}

/** Keeps the line breaks, so that line numbers stay correct. */
const withoutComments = (text: string): string => text.replaceAll(/^[ \t]*(?:#|\/\/)[^\n]*$/gm, '')
