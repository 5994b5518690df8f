import type { SkillCheck } from '#gates/judge.ts'
import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { GateVerdict, Prisma, SkillRelease } from '#lib/platform/server/db/generated/client.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { languageOfFile, type ScriptLanguage } from '#runner/contract/script-language.ts'
import { Json } from '#runner/contract/skill-io.ts'
import type { Log } from '#runner/core/ports.ts'
import type { LoadedSkill, SkillProgram } from '#runner/core/skill.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { CheckUnfinished } from '../gates/check-apart.ts'
import { GateFindings, type GateResult, type ReleaseGate, refusalOf, unfinishedRefusal } from '../gates/release-gate.ts'
import type { VerdictMacs } from '../gates/verdict-macs.ts'
import { type Approvals, projectItself } from './approvals.ts'
import { installedDigest, isOfNoProject, isProjectSource, storedManifest } from './origin.ts'
import { codeHashOf, type ReleaseFiles } from './release-files.ts'

export type ReleaseStore = ReturnType<typeof createReleaseStore>

type StorePorts = {
  readonly db: DatabaseClient
  readonly files: ReleaseFiles
  readonly gate: ReleaseGate
  readonly macs: VerdictMacs
  readonly approvals: Approvals
  readonly log: Pick<Log, 'error'>
}

type StoredVerdict = Omit<GateVerdict, 'checkedAt'>
type StoredRelease = Pick<SkillRelease, 'digest' | 'name' | 'tier' | 'source' | 'manifest' | 'programKind' | 'codeHash'>

/** How many releases are read at once: each waits for its files, and a thousand must not open all of theirs together. */
const readAtOnce = 16

/** Stores releases as rows in the database and files in the data folder, both by digest. */
export function createReleaseStore({ db, files, gate, macs, approvals, log }: StorePorts) {
  /** The gates' results by digest. They stay valid, because the rules do not change while a process runs. */
  const results = new Map<string, Promise<GateResult | CheckUnfinished>>()

  const verdictOf = createGroupRead<string, StoredVerdict>(async (digests) => {
    const rows = await db.sql.$queryRaw<StoredVerdict[]>`
      select digest, rules, files, findings, mac from gate_verdicts
      where digest = any(${digests}) and rules = ${gate.version}`
    return new Map(rows.map((row) => [row.digest, row]))
  })

  async function resultOf({ digest, manifest, ...skill }: LoadedSkill): Promise<GateResult | CheckUnfinished> {
    const { version: rules } = gate
    const known = await verdictOf(digest)
    if (known && macs.isOurs({ ...known, findings: Json.parse(known.findings) }, known.mac)) {
      return { files: known.files, findings: GateFindings.parse(known.findings) }
    }
    // Checks the stored files, not the skill's folder, because the stored files run.
    const kept = { digest, filesDigest: manifest.provenance.digest, codeHash: codeHashOf(skill) }
    const folder = (await files.read(kept))?.folder
    if (folder === undefined) throw new Error(`The files of ${manifest.name} are missing or changed`)
    const result = await gate.check(folder, manifest.name).catch((cause: unknown) => {
      if (cause instanceof CheckUnfinished) return cause
      throw cause
    })
    if (result instanceof CheckUnfinished || result.isPartial) return result
    const findings = Json.parse(JSON.parse(JSON.stringify(result.findings)))
    const verdict = { files: result.files, findings: Object(findings) }
    const data = { ...verdict, mac: macs.of({ digest, rules, files: result.files, findings }) }
    const where = { digest_rules: { digest, rules } }
    await db.gateVerdict.upsert({ where, create: { digest, rules, ...data }, update: data })
    return result
  }

  async function removeIdle(which: Prisma.SkillReleaseWhereInput): Promise<number> {
    const none = { none: {} }
    const where = { ...which, enablements: none, installed: none, replaced: none, pins: none }
    const idle = await db.skillRelease.findMany({ where, select: { digest: true } })
    let removed = 0
    for (const { digest } of idle) {
      if (await isNeeded(db, digest)) continue
      removed += await db.$transaction(async (tx) => {
        // Excludes an installation, which locks its release, and may have started meanwhile.
        await tx.$queryRaw`select 1 from skill_releases where digest = ${digest} for update`
        const { count } = await tx.skillRelease.deleteMany({ where: { ...where, digest } })
        // Before the row is free again: `keep` checks the files after it has stored a row.
        if (count > 0) await files.remove(digest)
        await tx.skillComposition.deleteMany({ where: { OR: [{ own: digest }, { parents: { has: digest } }] } })
        return count
      })
    }
    return removed
  }

  async function checkOf(skill: LoadedSkill): Promise<SkillCheck | CheckUnfinished> {
    const result = results.get(skill.digest) ?? resultOf(skill)
    results.set(skill.digest, result)
    result.catch(() => results.delete(skill.digest))
    const found = await result
    return found instanceof CheckUnfinished ? found : gate.decide(skill.manifest.name, found)
  }

  async function findAll(digests: readonly string[]): Promise<ReadonlyMap<string, LoadedSkill>> {
    if (digests.length === 0) return new Map()
    const rows = await db.sql.$queryRaw<StoredRelease[]>`
      select digest, name, tier, source, manifest, program_kind as "programKind", code_hash as "codeHash"
      from skill_releases where digest = any(${digests})`
    const approved = await approvals.read(db.sql, digests)
    const found: (readonly [string, LoadedSkill])[] = []
    for (let at = 0; at < rows.length; at += readAtOnce) {
      const some = rows.slice(at, at + readAtOnce)
      const read = await Promise.all(some.map(async (row) => ({ row, skill: await readRelease(row) })))
      for (const { row, skill } of read) {
        // A release of neither origin, or one that was changed in the database, keeps no approval.
        const isApprovable = skill && (isProjectSource(row.source) || skill.isInstalled)
        if (skill)
          found.push([row.digest, { ...skill, approved: (isApprovable && approved.get(row.digest)) || nothing }])
      }
    }
    return new Map(found)
  }

  async function readRelease(row: StoredRelease): Promise<Omit<LoadedSkill, 'approved'> | undefined> {
    const { digest, name, tier } = row
    const unreadable = () =>
      log.error('the files of a release are missing or changed: it will not run', { skill: name, digest })
    const parsed = SkillManifest.safeParse(row.manifest)
    // One record that was changed in the database must not stop the other skills.
    if (!parsed.success) return void unreadable()
    const manifest = parsed.data
    const kept = { digest, filesDigest: manifest.provenance.digest, codeHash: row.codeHash ?? undefined }
    const read = await files.read(kept)
    const program = read && programOf(row.programKind, read.code, languageOfFile(manifest.entry ?? ''))
    const isInstalled = installedDigest(row) === digest
    if (program) return { manifest, tier, digest, program, folder: read.folder, ...(isInstalled && { isInstalled }) }
    return void unreadable()
  }

  return {
    /** The gates' verdict about a stored release at the current date, with every finding. */
    checkOf,

    /**
     * Stores a release, which can then be found by its digest. `isKnown`: it has its row, so that only its files are
     * checked.
     */
    async keep(skill: LoadedSkill, isKnown: boolean = false): Promise<void> {
      if (skill.isScript) throw new TypeError('A script is not a release of a skill')
      await files.keep(skill)
      if (isKnown) return
      const { manifest, tier, digest } = skill
      const { name, version, provenance } = manifest
      const { source } = provenance
      const stored = JSON.stringify(storedManifest(manifest))
      const count = await db.sql.$executeRaw`
        insert into skill_releases (digest, name, version, tier, source, manifest, program_kind, code_hash)
        values (
          ${digest}, ${name}, ${version}, ${tier}::skill_tier, ${source}, ${stored}::json,
          ${skill.program.kind}::program_kind, ${codeHashOf(skill) ?? null}
        ) on conflict do nothing`
      // A removal may have deleted the files while the row waited for its end.
      if (count > 0) await files.keep(skill)
      // The same content was run from a folder before it became a skill of the project.
      if (count === 0 && isProjectSource(source)) {
        await db.skillRelease.updateMany({ where: { digest, NOT: { source } }, data: { source } })
      }
    },

    /**
     * Why the gates refuse a stored release, at the current date. `undefined`: they admit it. Checks the release first,
     * unless this instance has already checked it with the same rules. If the check crashes or times out, the release is
     * refused until the next start.
     *
     * @throws if the files of the release are missing
     */
    async refusalOf(skill: LoadedSkill): Promise<string | undefined> {
      const found = await checkOf(skill)
      return found instanceof CheckUnfinished ? unfinishedRefusal(skill.manifest.name, found.message) : refusalOf(found)
    },

    /** The release with its current approval. `undefined`: it was never stored, or its files are missing or changed. */
    find: async (digest: string): Promise<LoadedSkill | undefined> => (await findAll([digest])).get(digest),
    /** Those of many releases that `find` would find, by digest. */
    findAll,

    /**
     * Deletes old releases that nothing uses: they are neither enabled nor installed, no agent keeps them or a
     * composition with them, no execution has them, and an operator's decision about a release of the project stays. Returns their number.
     */
    removeUnused: (before: Date): Promise<number> =>
      removeIdle({
        createdAt: { lt: before },
        OR: [
          { approval: null },
          // The same content may return to the project.
          { approval: { revokedAt: null, approvedBy: projectItself } },
          isOfNoProject,
        ],
      }),

    /** Deletes the releases of a skill that is no longer installed, except those that an execution has. */
    async removeInstalled(name: string): Promise<void> {
      await removeIdle({ name, ...isOfNoProject })
    },
  }
}

/** Whether an execution has the release, by itself or as a part of a composition, or an agent keeps such a composition. */
async function isNeeded(db: DatabaseClient, digest: string): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    select 1 from executions where skill_digest = ${digest}
    union all
    select 1 from skill_compositions as c join executions as e on e.skill_digest = c.digest
      where c.own = ${digest} or ${digest} = any(c.parents)
    union all
    select 1 from skill_compositions as c join agent_skills as a on a.rule->>'release' = c.digest
      where c.own = ${digest} or ${digest} = any(c.parents)
    limit 1`
  return found.length > 0
}

function programOf(
  kind: SkillProgram['kind'],
  code: string | undefined,
  language: ScriptLanguage | undefined,
): SkillProgram | undefined {
  if (kind !== 'bundle') return { kind }
  return code === undefined || language === undefined ? undefined : { kind, language, code }
}
