import { flushCompileCache } from 'node:module'
import { findEvidence } from '#gates/check-skill.ts'
import { keepFindings } from '#gates/keep-findings.ts'
import { loadRules, type RuleSet } from '#gates/load-rules.ts'
import { readWholeFolder } from '#gates/read-whole-folder.ts'
import { type CheckAnswer, CheckRequest } from './check-messages.ts'

/** The program of the process that checks skills for the app. It exits with its parent. */
const rules = new Map<string, RuleSet>()

async function answerTo(message: unknown): Promise<CheckAnswer> {
  const { folder, name, only, rulesFolder, isRelease = false } = CheckRequest.parse(message)
  const known = rules.get(rulesFolder) ?? loadRules(rulesFolder)
  rules.set(rulesFolder, known)
  const evidence = await findEvidence(await readWholeFolder(folder, { packages: isRelease }), {
    name,
    rules: known,
    only,
  })
  const findings = keepFindings(evidence.findings)
  if (findings === undefined) throw new Error('the gates find something in too many places')
  return { ok: true, evidence: { ...evidence, findings: [...findings] } }
}

const failed = (cause: unknown): CheckAnswer => ({
  ok: false,
  reason: cause instanceof Error ? cause.message : String(cause),
})

process.on('message', (message) => {
  void answerTo(message)
    .catch(failed)
    .then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
// An unused process is killed, and would not write what it has compiled.
flushCompileCache()
