import { changedRules, textsOf } from '#lib/skills/server/installing/changes.ts'
import { type InstallPlan, needsApproval, type PlannedSkill } from '#lib/skills/server/installing/plan-install.ts'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { needsOf } from '#lib/skills/server/registry/relations.ts'
import { shown } from '#lib/skills/server/sources/source-refusal.ts'
import { type SkillManifest, secretsOf, type Tier } from '#runner/contract/manifest.ts'
import { permissionKinds } from '#runner/contract/operations/host-operations.ts'
import { runtimes, stepsRuntime } from '#runner/contract/runtimes.ts'
import { isObject } from '#runner/contract/skill-io.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { sha256 } from '#runner/core/hash.ts'
import { isForTier, tierLimits } from '#runner/policy/ceilings.ts'
import { askedOf } from '#runner/policy/policy-sets.ts'
import type { ConsolePlan, PlannedSkill as View } from '../../model/console-install.ts'
import { consolePolicy } from '../console-policy.ts'
import { gatesView } from '../gate-findings.ts'
import { ancestorRows, othersAskingFor, stepRows } from '../inheritance-view.ts'

type ViewPorts = { readonly skills: Pick<Registry, 'all'>; readonly config: TravelConfig }

/** A plan as the console shows it. Equal plans have equal digests: an approval is for exactly what was shown. */
export async function planView({ skills, config }: ViewPorts, plan: InstallPlan): Promise<ConsolePlan> {
  const here = (await skills.all()).map(({ skill }) => skill.manifest)
  const beside = [...here, ...plan.skills.map(({ skill }) => skill.manifest)]
  const view = {
    asked: plan.asked,
    opens: opensOf(plan.skills),
    skills: plan.skills.map((planned) => skillView(planned, beside, config)),
    children: plan.children.map(({ name, added, removed, lostActions, tier = null }) => {
      return { name, added: [...added], removed: [...removed], lost_actions: [...lostActions], tier }
    }),
  }
  return { ...view, digest: sha256(canonicalJson(view)) }
}

function skillView(planned: PlannedSkill, beside: readonly SkillManifest[], config: TravelConfig): View {
  const { skill, composed, source, commit, publisher, before, step, check, fileChanges, permissions, added } = planned
  const { manifest } = skill
  const { tier } = composed
  const { name, version, description, author, license, provenance } = manifest
  const policy = consolePolicy(
    explainSkill({ ...composed, approved: permissions }, { source: 'main', config, isEnabled: true }),
  )
  const has = new Set(textsOf(composed.manifest.permissions))
  return {
    name,
    version,
    description: shown(description, 4_096),
    author: author === undefined ? null : shown(author),
    license: license === undefined ? null : shown(license),
    source,
    commit: commit ?? null,
    publisher: publisher ?? null,
    tier,
    digest: provenance.digest,
    installed: before ? { version: before.manifest.version, tier: before.tier } : null,
    is_lower: step === 'lower',
    is_prompt: skill.program.kind === 'prompt',
    is_requested: planned.isRequested,
    was_rolled_back: planned.wasRolledBack,
    needs_approval: needsApproval(planned),
    verdict: check.verdict,
    ...gatesView(check),
    limits: policy.limits,
    permissions: policy.permissions
      .filter(({ requested, permission, item }) => requested && has.has(askedOf({ permission, item })))
      .map((row) => ({ ...row, from: othersAskingFor(composed, row), is_new: added.includes(askedOf(row)) })),
    inherits: ancestorRows(composed),
    steps: stepRows(composed),
    no_longer: planned.removed.flatMap(permissionIn),
    rules: before
      ? changedRules(before.manifest, manifest).flatMap((field) =>
          ruleViews(field, before.manifest[field], manifest[field]),
        )
      : [],
    files: {
      added: [...fileChanges.added],
      removed: [...fileChanges.removed],
      changed: [...fileChanges.changed],
    },
    runtimes: [...placesOf(tier), stepsRuntime.name].filter((place) => manifest.runtimes.includes(place)),
    capability: manifest.capability ?? null,
    credentials: Object.values(composed.manifest.credentials).flatMap((use) =>
      secretsOf(use).map(([, secret]) => ({ secret, kind: use.kind, host: use.host })),
    ),
    needs: [
      ...manifest.parents.map((parent) => ({ name: parent, range: null })),
      ...Object.entries(manifest.dependencies).map(([other, range]) => ({ name: other, range })),
    ],
    needed_by: [...new Set(beside.flatMap((other) => (needsOf(other).includes(name) ? [other.name] : [])))].sort(),
    conflicts: [...manifest.conflicts_with],
  }
}

/** The permission in a text like `network.egress api.example.com`. */
function permissionIn(text: string): View['no_longer'] {
  const [kind = ''] = text.split(' ', 1)
  const permission = permissionKinds.find((one) => one === kind)
  return permission ? [{ permission, item: text.slice(kind.length + 1) }] : []
}

/** Each value that differs, inside of an object by its key. */
function ruleViews(field: string, before: unknown, after: unknown): View['rules'] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => ruleViews(`${field}.${key}`, before[key], after[key]))
  }
  const [was, is] = [valueText(before), valueText(after)]
  return was === is ? [] : [{ field, before: was, after: is }]
}

const valueText = (value: unknown): string => (value === undefined ? '' : shown(JSON.stringify(value), 2_000))

/** The names of the runtimes that a tier may use. */
const placesOf = (tier: Tier): readonly string[] =>
  runtimes.filter(({ start, tiers }) => start !== 'planned' && tiers.includes(tier)).map(({ name }) => name)

/** What skills get that are not in this tier yet, beyond what an untrusted skill gets. */
function opensOf(planned: readonly PlannedSkill[]): ConsolePlan['opens'] {
  const risen = planned.find(({ skill, before }) => skill.tier !== 'untrusted' && skill.tier !== before?.tier)
  if (risen === undefined) return null
  const { tier } = risen.skill
  const { timeoutMs, memoryMb, fuel } = tierLimits[tier]
  const closed = placesOf('untrusted')
  return {
    tier,
    limits: { timeout_ms: timeoutMs, memory_mb: memoryMb, fuel },
    runtimes: placesOf(tier).filter((place) => !closed.includes(place)),
    permissions: permissionKinds.filter((kind) => isForTier(tier, kind, '') && !isForTier('untrusted', kind, '')),
  }
}
