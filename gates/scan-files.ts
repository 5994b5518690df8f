import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { decoderElsewhere } from './decoder-elsewhere.ts'
import { documentText, newUnpackBudget } from './document-text.ts'
import { exceededTools } from './exceeded-tools.ts'
import { fileKindOf, textOf } from './file-kind.ts'
import { compareFindings, excerptOf, type Finding } from './finding.ts'
import { madeTexts } from './folded-text.ts'
import { decodedTexts, encodedTexts, findHidden } from './hidden-text.ts'
import type { RuleOf, RuleSet } from './load-rules.ts'
import { matchSyntax } from './match-syntax.ts'
import { type Match, matchText, newReadBudget, type ReadBudget } from './match-text.ts'
import { hasOddEncoding, isPacked, textBehindBlank } from './odd-source.ts'
import type { WholeFolder } from './read-whole-folder.ts'
import type { Rule } from './rule.ts'
import type { ScannedText } from './scanned-text.ts'
import { isLargeCode as isTooLarge, scannedText, withWholeCommands } from './scanned-text.ts'

type FileRule = RuleOf<'file'>
type CheckRule = RuleOf<'check'>
type Found = Match<RuleOf<'text'> | RuleOf<'syntax'>>
type Place = { readonly file: string; readonly line: number; readonly column: number }

/**
 * The findings of the rules in a folder, in order. Skips the remaining files once the read budget is spent. Pure: uses
 * only the files that are already read.
 */
export async function scanFiles({ files: own, packages, unread }: WholeFolder, rules: RuleSet): Promise<Finding[]> {
  const files = new Map([...own, ...(packages ?? [])])
  const findings: Finding[] = []
  for (const { kind, file, detail } of unread) findings.push(...ofFile(rules, kind, file, detail))
  const budget = newReadBudget()
  const unpacking = newUnpackBudget()
  for (const [file, bytes] of files) {
    // Further findings would change nothing: a skill that exhausts the budget is blocked.
    if (budget.left < 0) break
    const kind = fileKindOf(file, bytes)
    if (kind.kind === 'media') continue
    if (kind.kind === 'document') {
      const text = await documentText(bytes, unpacking)
      const whole = text === 'program' ? 'compiled' : text === 'unread' ? 'archive' : undefined
      if (whole !== undefined) findings.push(...ofFile(rules, whole, file, file))
      else
        findings.push(...(await scanText(scannedText(file, { kind: 'text', language: 'prose' }, text), rules, budget)))
      continue
    }
    if (kind.kind !== 'text') {
      findings.push(...ofFile(rules, kind.kind, file, file))
      continue
    }
    findings.push(...(await scanText(scannedText(file, kind, textOf(bytes)), rules, budget)))
    if (kind.hasNul) findings.push(...ofFile(rules, 'nul-bytes', file, file))
  }
  for (const { use, file, line, text } of exceededTools(files)) {
    findings.push(...ofCheck(rules, use, { file, line, column: 1 }, text))
  }
  for (const { file, line, text } of decoderElsewhere(files, findings)) {
    findings.push(...ofCheck(rules, 'decoder-elsewhere', { file, line, column: 1 }, text))
  }
  return unique(findings).sort(compareFindings)
}

async function scanText(source: ScannedText, rules: RuleSet, budget: ReadBudget): Promise<Finding[]> {
  const { file } = source
  const findings: Finding[] = []
  const at = (offset: number): Place => ({ file, ...source.placeOf(offset) })
  const hidden = findHidden(source)
  for (const { rule, matcher } of rules.check) {
    for (const { kind, start, shown } of hidden) {
      if (kind === matcher.check) findings.push(findingOf(rule, at(start), shown))
    }
    if (matcher.check === 'packed-text' && isPacked(source)) findings.push(findingOf(rule, at(0), source.text))
    const behind = matcher.check === 'blank-run' ? textBehindBlank(source) : undefined
    if (behind !== undefined) findings.push(findingOf(rule, at(behind), source.text.slice(behind, behind + 200)))
    if (matcher.check === 'source-encoding' && hasOddEncoding(source))
      findings.push(findingOf(rule, at(0), source.text))
    if (matcher.check === 'secretlint') {
      for (const { start, what } of await findSecrets(source)) findings.push(findingOf(rule, at(start), what))
    }
  }
  const isLargeCode = isTooLarge(source)
  const detail = isLargeCode ? `${source.text.length} characters of source code` : 'text above 1 MB'
  if (source.isCut || isLargeCode) {
    findings.push(...ofFile(rules, isLargeCode ? 'large-code' : 'large-text', file, detail))
  }

  const { matches, ...text } = matchText(source, rules, budget)
  const whole = withWholeCommands(source)
  const continued = whole === undefined ? undefined : matchText(whole, rules, budget)
  const syntax = matchSyntax(source, rules.syntax)
  // Texts that the code builds count like texts that it contains, not as hidden text.
  const made = madeTexts(source).map((one) => ({ ...one, ...matchText(one.made, rules, budget) }))
  const decodedAll = [...decodedTexts(source), ...made.flatMap((one) => encodedTexts(one.made))]
  const hiddenMatches = decodedAll.map((decoded) => ({ decoded, ...matchText(decoded, rules, budget) }))
  if ([text, syntax, continued, ...made, ...hiddenMatches].some((one) => one?.isExhausted)) {
    findings.push(...ofFile(rules, 'too-large', file, 'repeats the texts of rules too often'))
  }
  const found = new Set(matches.flatMap(({ rule: { rule }, isMention }) => (isMention ? [] : [rule.id])))
  const onlyContinued = (continued?.matches ?? []).filter(({ rule: { rule } }) => !found.has(rule.id))
  const add = ({ rule: { rule }, start, end, isMention }: Found, { text, placeOf }: ScannedText) =>
    findings.push(findingOf(rule, { file, ...placeOf(start) }, text.slice(start, end), isMention))
  for (const match of [...matches, ...syntax.matches]) add(match, source)
  for (const match of onlyContinued) add(match, whole ?? source)
  const shown = matches.find(({ rule: { rule }, isExample }) => isExample && isGrave(rule))
  if (shown && isForAgent.test(file)) {
    findings.push(...ofCheck(rules, 'example-for-agent', at(shown.start), source.text.slice(shown.start, shown.end)))
  }
  /** Adds the matches in a text that the file does not show, except those of `known` rules. Returns whether it has any. */
  const addUnseen = (how: string, seen: ScannedText, all: readonly Found[], known: ReadonlySet<string>): boolean => {
    const inside = all.filter(({ rule: { rule } }) => !known.has(rule.id))
    for (const { rule, start, end } of inside) {
      const excerpt = `${how}: ${seen.text.slice(start, end)}`
      findings.push(findingOf(rule.rule, { file, ...seen.placeOf(start) }, excerpt))
    }
    return inside.length > 0
  }
  // A decoded text that is mostly the original, such as the text without its invisible characters, repeats its matches.
  const plain = new Set(matches.map(({ rule: { rule } }) => rule.id))
  const none = new Set<string>()
  for (const { made: text, isDisguised, matches: inside } of made) {
    if (addUnseen('joined', text, inside, plain) && isDisguised) findings.push(...decodedIn(rules, text))
  }
  for (const { decoded, matches: inside } of hiddenMatches) {
    const known = decoded.text.length > source.text.length / 2 ? plain : none
    if (addUnseen('decoded', decoded, inside, known)) findings.push(...decodedIn(rules, decoded))
  }
  return findings
}

/** The text that every agent with the skill reads as its instructions. */
const isForAgent = /^skill\.md$/i
const isGrave = ({ severity }: Rule): boolean => severity === 'high' || severity === 'critical'

/** The additional finding for text that a reader does not see. Only for text in which another rule matches. */
const decodedIn = (rules: RuleSet, { file, text, placeOf }: ScannedText): Finding[] =>
  ofCheck(rules, 'decoded-command', { file, ...placeOf(0) }, text)

/** The findings about a file as a whole. */
export const ofFile = (
  rules: Pick<RuleSet, 'file'>,
  is: FileRule['matcher']['is'],
  file: string,
  detail: string,
): Finding[] =>
  rules.file.flatMap(({ rule, matcher }) =>
    matcher.is === is ? [findingOf(rule, { file, line: 1, column: 1 }, detail)] : [],
  )

const ofCheck = (rules: RuleSet, check: CheckRule['matcher']['check'], place: Place, text: string): Finding[] =>
  rules.check.flatMap(({ rule, matcher }) => (matcher.check === check ? [findingOf(rule, place, text)] : []))

function findingOf(rule: Rule, place: Place, excerpt: string, isMention = false): Finding {
  const { id, severity, confidence, why, remedy, signals, blocks } = rule
  return {
    gate: 'scanner',
    rule: id,
    class: rule.class,
    severity,
    confidence: isMention ? 'low' : confidence,
    ...place,
    excerpt: excerptOf(excerpt),
    why,
    remedy,
    signals,
    blocks,
  }
}

/** Keeps one finding per rule and line. A finding replaces a mention. */
function unique(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.file, finding.line])
    const known = kept.get(key)
    if (known === undefined || (known.confidence === 'low' && finding.confidence !== 'low')) kept.set(key, finding)
  }
  return [...kept.values()]
}

type FoundSecret = { readonly start: number; readonly end: number; readonly what: string }

const maxSecrets = 20
const placeholder = /example|xxxx|\*{3}|your[_-]|<[^>]*>|placeholder|dummy|fake|changeme|0{8}|12345678/i

/** The credentials that secretlint finds in a text, without placeholders. Never returns their values. */
export async function findSecrets({ file, text }: ScannedText): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    // The name only labels the result: nothing is read from disk.
    source: { filePath: `/${file}`, content: text, contentType: 'text', ext: '' },
    options: {
      maskSecrets: true,
      noPhysicFilePath: true,
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
    },
  })
  return messages
    .map(({ range: [start, end], ruleId, messageId }) => ({
      start,
      end,
      what: `${ruleId.replace('@secretlint/secretlint-rule-', '')}: ${messageId}`,
    }))
    .filter(({ start, end }) => !placeholder.test(text.slice(start, end)))
    .slice(0, maxSecrets)
}
