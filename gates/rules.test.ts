import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { createRuleSet, loadRules } from './load-rules.ts'
import type { Matcher, Rule } from './rule.ts'
import { scanFiles } from './scan-files.ts'

const folder = join(import.meta.dirname, 'rules')
const { rules } = loadRules(folder)

/** The samples of a rule, by the name of the file: those in its `samples.yaml`, and files that are no visible text. */
function samplesOf({ id }: Rule, kind: 'bad' | 'good'): ReadonlyMap<string, Uint8Array> {
  const inside = join(folder, id.toLowerCase())
  const names = readdirSync(inside)
  const written = names.includes('samples.yaml') ? parse(readFileSync(join(inside, 'samples.yaml'), 'utf8')) : {}
  const texts = Object.entries(z.record(z.string(), z.string()).parse(written))
  const files = names.map((name): [string, Uint8Array] => [name, readFileSync(join(inside, name))])
  const all = [...texts.map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]), ...files]
  return new Map(all.filter(([name]) => name.startsWith(`${kind}.`)))
}

/** Whether the rule, with only these matchers and without other rules, reports one of the files. */
async function fires(rule: Rule, match: readonly Matcher[], files: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
  // Decoded text is reported only if another rule matches in it.
  const others = match.some((matcher) => matcher.kind === 'check' && matcher.check === 'decoded-command') ? rules : []
  const set = createRuleSet([{ ...rule, match: [...match] }, ...others.filter(({ id }) => id !== rule.id)])
  const findings = await scanFiles({ files, unread: [], digest: '' }, set)
  return findings.some((finding) => finding.rule === rule.id)
}

/** The matcher with a pattern that matches nothing. */
function emptied(matcher: Matcher): Matcher {
  if (matcher.kind === 'text') return { ...matcher, pattern: '[^\\s\\S]' }
  if (matcher.kind === 'syntax') return { ...matcher, rule: { regex: '^\\b\\B$' }, constraints: undefined }
  return matcher.kind === 'file' ? { ...matcher, is: 'not-scanned' } : { ...matcher, check: 'tags' }
}

/** Kinds of entries that a sample cannot be. read-whole-folder.test.ts and scan-files.test.ts create them. */
const fromFolder = [
  'large-code',
  'large-text',
  'link',
  'not-scanned',
  'nul-bytes',
  'odd-name',
  'special-file',
  'too-large',
  'unreadable',
]
const withSamples = rules.filter(
  ({ match }) =>
    !match.some(
      (one) =>
        (one.kind === 'file' && fromFolder.includes(one.is)) ||
        // These checks compare two files, or need one named SKILL.md. exceeded-tools.test.ts, decoder-elsewhere.test.ts
        // and scan-files.test.ts test them.
        (one.kind === 'check' && /^tools-|^decoder-elsewhere$|^example-for-agent$/.test(one.check)),
    ),
)

it('has at least 60 rules', () => {
  expect(rules.length).toBeGreaterThanOrEqual(60)
})

describe.each(withSamples)('$id', (rule) => {
  it.each(rule.match)('its $kind matcher alone reports a bad sample, but not without its pattern', async (matcher) => {
    const bad = samplesOf(rule, 'bad')
    expect(await fires(rule, [matcher], bad)).toBe(true)
    if (matcher.kind !== 'check' || matcher.check !== 'tags')
      expect(await fires(rule, [emptied(matcher)], bad)).toBe(false)
  })

  it('reports every bad sample', async () => {
    for (const [name, bytes] of samplesOf(rule, 'bad')) {
      expect([name, await fires(rule, rule.match, new Map([[name, bytes]]))]).toEqual([name, true])
    }
  })

  it('does not report its good samples', async () => {
    const good = samplesOf(rule, 'good')
    expect(good.size).toBeGreaterThan(0)
    for (const [name, bytes] of good) {
      expect([name, await fires(rule, rule.match, new Map([[name, bytes]]))]).toEqual([name, false])
    }
  })

  it('explains itself in whole sentences', () => {
    expect(rule.why).toMatch(/^[A-Z].*\.$/s)
    expect(rule.remedy).toMatch(/^[A-Z].*\.$/s)
  })
})
